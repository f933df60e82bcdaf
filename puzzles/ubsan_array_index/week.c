#include "week.h"

static int hours[7] = {8, 8, 8, 8, 6, 4, 0};

static int of(int index) { return hours[index]; }

int week_hours(int day) {
  if (day < 1 || day > 8) return 0;
  return of(day - 1);
}
