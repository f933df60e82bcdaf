#pragma once

#include <memory>
#include <vector>

class Alarm;

/// Wakes its alarms.
class Clock {
 public:
  std::shared_ptr<Alarm> new_alarm();
  void tick();

 private:
  friend class Alarm;
  void remove(const Alarm* alarm);
  std::vector<Alarm*> alarms_;
};

/// Rings whenever its clock ticks, as long as somebody holds it.
class Alarm {
 public:
  ~Alarm();
  Alarm(const Alarm&) = delete;
  Alarm& operator=(const Alarm&) = delete;
  int rung() const { return *rung_; }

 private:
  friend class Clock;
  explicit Alarm(Clock& clock);
  void ring();
  Clock& clock_;
  int* rung_;
};
