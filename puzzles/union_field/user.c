#include "value.h"

int main(void) {
  union value value;
  value.number = 77;
  return weigh(&value);
}
