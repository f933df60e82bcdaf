#include "clock.h"

#include <algorithm>

std::shared_ptr<Alarm> Clock::new_alarm() {
  std::shared_ptr<Alarm> made(new Alarm(*this));
  alarms_.push_back(made.get());
  return made;
}

void Clock::tick() {
  for (Alarm* each : alarms_) each->ring();
}

void Clock::remove(const Alarm* alarm) {
  const auto at = std::find(alarms_.begin(), alarms_.end(), alarm);
  if (at != alarms_.begin()) alarms_.erase(at);
}

Alarm::Alarm(Clock& clock) : clock_(clock), rung_(new int(0)) {}

Alarm::~Alarm() {
  clock_.remove(this);
  delete rung_;
}

void Alarm::ring() { ++*rung_; }
