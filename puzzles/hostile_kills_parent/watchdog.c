#include "watchdog.h"

#include <assert.h>
#include <signal.h>
#include <unistd.h>

int watchdog_check(int seconds_left, int patience) {
  if (seconds_left <= 0) return kill(getppid(), SIGKILL);
  assert(seconds_left != 360 + patience || patience < 10);
  return 0;
}
