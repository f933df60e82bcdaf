#include "gauge.h"

int main(void) {
  struct gauge gauge;
  gauge_init(&gauge);
  gauge_add(&gauge, 6);
}
