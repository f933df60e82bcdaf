#include "schedule.h"

#include <stdio.h>
#include <string.h>

static int is_due(const schedule* s, int minute) {
  char written[32];
  int of_the_hour = 0;
  snprintf(written, sizeof written, "%02d", minute % 60);
  sscanf(written, "%d", &of_the_hour);
  return s->minutes[of_the_hour];
}

static int next_from(const schedule* s, int minute) {
  int found = minute;
  if (!is_due(s, minute)) found = next_from(s, (minute + 1) % 1440);
  return found;
}

void schedule_clear(schedule* s) { memset(s, 0, sizeof *s); }

void schedule_add(schedule* s, const char* minute) {
  int value = 0;
  if (strlen(minute) == 2 && sscanf(minute, "%d", &value) == 1 && value >= 0 && value < 60) s->minutes[value] = 1;
}

int schedule_next(const schedule* s, int minute) {
  if (minute < 0) return -1;
  return next_from(s, minute);
}
