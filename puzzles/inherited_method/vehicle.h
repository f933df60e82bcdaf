#pragma once

class Vehicle {
 public:
  void drive(int kilometres);
  void refuel(int litres);

 protected:
  Vehicle() = default;
  int litres_ = 0;
};

class Lorry : public Vehicle {
 public:
  explicit Lorry(int litres) { litres_ = litres > 90 ? 90 : litres; }
};
