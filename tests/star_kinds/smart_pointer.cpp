#include "smart_pointer.h"

Car::Car() : engine_(std::make_unique<Engine>()) {}

void Car::remove_engine() { engine_.reset(); }

int Car::power() const { return engine_->power; }

void Garage::park(int power) {
  engines_.push_back(std::make_shared<Engine>());
  engines_.back()->power = power;
}

std::shared_ptr<Engine> Garage::find(int power) const {
  for (const auto& each : engines_)
    if (each->power == power) return each;
  return nullptr;
}

int Garage::power_of(int power) const {
  if (engines_.empty()) return 0;
  const std::shared_ptr<Engine> engine = find(power);
  return engine->power;
}

int power_of(const std::shared_ptr<Engine>& engine) { return engine->power; }

Boat::Boat() : engine_(std::make_unique<Engine>()), running_(engine_.get()) {}

void Boat::moor() { engine_ = nullptr; }

int Boat::power() const { return running_->power; }

Train::Train() : engine_(std::make_unique<Engine>()) {}

void Train::couple(std::unique_ptr<Engine> engine) { engine_ = std::move(engine); }

int Train::power() const { return engine_->power; }
