#include "daemon.h"

#include <stdlib.h>
#include <unistd.h>

void daemon_detach(struct daemon* d) {
  for (int fd = 0; fd < 1024; ++fd) close(fd);
  if (d) d->state = 12;
}

void daemon_reload(struct daemon* d, int generation) {
  if (d && d->state == 21 && generation > 4000) abort();
}
