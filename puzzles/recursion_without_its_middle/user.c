#include "schedule.h"

int main(void) {
  schedule s;
  schedule_clear(&s);
  schedule_add(&s, "60");
  return schedule_next(&s, 90);
}
