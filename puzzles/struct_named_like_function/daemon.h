#ifndef DAEMON_H
#define DAEMON_H

#include <unistd.h>

/** In C++ the plain name is unistd.h's function; the struct needs its keyword. */
struct daemon {
  int state;
  int restarts;
};

void daemon_reload(struct daemon* d, int generation);

#endif
