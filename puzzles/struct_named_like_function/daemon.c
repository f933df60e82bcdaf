#define _DEFAULT_SOURCE
#include "daemon.h"

#include <stdlib.h>

void daemon_reload(struct daemon* d, int generation) {
  if (d && d->state == 21 && generation > 4000) abort();
}
