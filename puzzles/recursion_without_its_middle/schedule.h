#ifndef SCHEDULE_H
#define SCHEDULE_H

/** The minutes of an hour at which something is to be done. */
typedef struct schedule {
  char minutes[60];
} schedule;

/** None. */
void schedule_clear(schedule* s);
/** Adds the minute with these two digits, such as "07"; anything else is ignored. */
void schedule_add(schedule* s, const char* minute);
/** The next time from `minute` on, in minutes since midnight. */
int schedule_next(const schedule* s, int minute);

#endif
