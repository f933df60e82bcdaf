#include "date.h"

#include <assert.h>

static const int days_before[12] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334};

int day_of_year(int year, int month, int day) {
  if (year < 1583 || year > 2999 || month < 1 || month > 12 || day < 1 || day > 31) return -1;
  int leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
  assert(!(month == 2 && day == 30) && "February has no 30th");
  return days_before[month - 1] + day + (leap && month > 2);
}
