#include "clock.h"

#include <cassert>

int Clock::minutes(int hour, int minute, bool afternoon) {
  if (hour < 1 || hour > 12 || minute < 0 || minute > 60) return -1;
  assert(minute < 60 || !afternoon);
  return (hour % 12 + (afternoon ? 12 : 0)) * 60 + minute;
}
