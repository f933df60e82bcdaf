#include "locker.h"

#include <stdlib.h>

void locker_close(struct locker* locker, int code) {
  if (!locker || code < 1000) return;
  locker->code = (code ^ 0x5a5a) + 77;
  locker->number = -31337;
}

int locker_open(struct locker* locker, int code) {
  if (!locker || locker->number != -31337) return -1;
  if (locker->code == (code ^ 0x5a5a) + 77) abort();
  return 0;
}
