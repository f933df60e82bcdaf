#pragma once

/** A boiler with four counters: what breaks it is a state that takes many calls, none of which breaks anything. */
class Boiler {
 public:
  void fill() { ++water_; }
  void drain() { --water_; }
  void stoke() { ++fuel_; }
  void burn();
  void vent() { --pressure_; }
  void tick() { ++hours_; }
  int check() const;

 private:
  int water_ = 0, fuel_ = 0, pressure_ = 0, hours_ = 0;
};
