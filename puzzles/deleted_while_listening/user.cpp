#include <memory>

#include "clock.h"

int main() {
  Clock clock;
  auto alarm = std::make_unique<Alarm>(clock);
  clock.tick();
  alarm.reset();
  clock.tick();
}
