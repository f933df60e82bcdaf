#pragma once

class Clock {
 public:
  /// Minutes since midnight.
  static int minutes(int hour, int minute, bool afternoon);

 private:
  Clock();
};
