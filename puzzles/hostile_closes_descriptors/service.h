#ifndef SERVICE_H
#define SERVICE_H

struct service {
  int state;
};

/** Closes every descriptor, as daemons do. */
void service_detach(struct service* d);
void service_reload(struct service* d, int generation);

#endif
