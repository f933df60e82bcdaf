#pragma once

#include <memory>
#include <vector>

struct Car {
  explicit Car(int length) : length(length) {}
  int length;
};

class Garage {
 public:
  void park(std::unique_ptr<Car> car);

 private:
  void check() const;
  std::vector<std::unique_ptr<Car>> cars_;
};
