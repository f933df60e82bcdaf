#include "log.h"

int main(void) {
  struct log* log;
  if (log_open(&log, 3) != 0) return 1;
  log_write(log, 1, "started");
  return log_write(log, 1, "");
}
