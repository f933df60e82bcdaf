#ifndef DAEMON_H
#define DAEMON_H

struct daemon {
  int state;
};

/** Closes every descriptor, as daemons do. */
void daemon_detach(struct daemon* d);
void daemon_reload(struct daemon* d, int generation);

#endif
