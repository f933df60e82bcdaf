#pragma once

class Thermostat {
 public:
  explicit Thermostat(int wanted) : wanted_(wanted) {}
  void measure(int celsius);

 private:
  void regulate(int difference);
  void switch_burner(bool on);
  int wanted_;
  bool burning_ = false;
};
