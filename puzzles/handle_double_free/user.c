#include "buffer.h"

int main(void) {
  buffer* b = buffer_create(16);
  buffer_clear(b);
  buffer_clear(b);
  return 0;
}
