#include "visit.h"

static int stop(int value, void* at) { return value == *(int*)at; }

int main(void) {
  int at = 3;
  return visit_all(10, stop, &at);
}
