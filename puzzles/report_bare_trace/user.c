#include <stddef.h>

#include "shelf.h"

int main(void) {
  struct shelf empty = {NULL, 3};
  return shelf_weight(&empty, 1);
}
