#include "garage.h"

#include <stdexcept>
#include <utility>

void Garage::park(std::unique_ptr<Car> car) {
  if (!car) return;
  cars_.push_back(std::move(car));
  check();
}

void Garage::check() const {
  if (cars_.size() == 2 && cars_[0]->length > 500 && cars_[1]->length > 500)
    throw std::length_error("garage is full");
}
