#pragma once

/// Beats in the background, for ever.
class Heartbeat {
 public:
  void start();
  /// Sets the rate in beats per minute.
  void set_rate(int rate);

 private:
  int rate_ = 0;
  bool started_ = false;
};
