#include "locker.h"

int main(void) {
  struct locker locker = {0, 0};
  locker_close(&locker, 4711);
  return locker_open(&locker, 4711);
}
