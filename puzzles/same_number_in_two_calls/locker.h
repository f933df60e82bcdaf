#ifndef LOCKER_H
#define LOCKER_H

struct locker {
  int number;
  int code;
};

void locker_close(struct locker* locker, int code);
/** Opens with the code it was closed with. */
int locker_open(struct locker* locker, int code);

#endif
