#include "ring.h"

int main(void) {
  ring r;
  ring_setup(&r, 1);
  ring_push(&r, 'a');
  return (int)ring_peek(&r, 1);
}
