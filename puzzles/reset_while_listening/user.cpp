#include "clock.h"

int main() {
  Clock clock;
  auto alarm = clock.new_alarm();
  clock.tick();
  alarm.reset();
  clock.tick();
}
