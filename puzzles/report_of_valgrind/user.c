#include "ring.h"

int main(void) {
  ring* numbers = ring_create(2);
  ring_push(numbers, 1);
  ring_push(numbers, 2);
  const int last = ring_last(numbers);
  ring_destroy(numbers);
  return last == 2 ? 0 : 1;
}
