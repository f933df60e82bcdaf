#pragma once

#include <vector>

class Alarm;

/// Wakes its alarms.
class Clock {
 public:
  void tick();

 private:
  friend class Alarm;
  void add(Alarm* alarm);
  void remove(const Alarm* alarm);
  std::vector<Alarm*> alarms_;
};

/// Rings whenever its clock ticks, as long as it lives.
class Alarm {
 public:
  explicit Alarm(Clock& clock);
  ~Alarm();
  Alarm(const Alarm&) = delete;
  Alarm& operator=(const Alarm&) = delete;
  int rung() const { return *rung_; }

 private:
  friend class Clock;
  void ring();
  Clock& clock_;
  int* rung_;
};
