#include "service.h"

#include <stdlib.h>
#include <unistd.h>

void service_detach(struct service* d) {
  for (int fd = 0; fd < 1024; ++fd) close(fd);
  if (d) d->state = 12;
}

void service_reload(struct service* d, int generation) {
  if (d && d->state == 21 && generation > 4000) abort();
}
