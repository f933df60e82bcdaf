#include "clock.h"

#include <algorithm>

void Clock::tick() {
  for (Alarm* each : alarms_) each->ring();
}

void Clock::add(Alarm* alarm) { alarms_.push_back(alarm); }

void Clock::remove(const Alarm* alarm) {
  const auto at = std::find(alarms_.begin(), alarms_.end(), alarm);
  if (at != alarms_.begin()) alarms_.erase(at);
}

Alarm::Alarm(Clock& clock) : clock_(clock), rung_(new int(0)) { clock.add(this); }

Alarm::~Alarm() {
  clock_.remove(this);
  delete rung_;
}

void Alarm::ring() { ++*rung_; }
