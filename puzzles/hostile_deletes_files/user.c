#include "cleaner.h"

int main(void) {
  cleaner_run(42);
  return cleaner_free(60000, 60001);
}
