#pragma once
#include <memory>
#include <vector>

struct Engine {
  int power = 90;
};

class Car {
 public:
  Car();
  void remove_engine();
  int power() const;

 private:
  std::unique_ptr<Engine> engine_;
};

class Garage {
 public:
  void park(int power);
  std::shared_ptr<Engine> find(int power) const;
  int power_of(int power) const;

 private:
  std::vector<std::shared_ptr<Engine>> engines_;
};

/// The power of an engine.
int power_of(const std::shared_ptr<Engine>& engine);

class Boat {
 public:
  Boat();
  void moor();
  int power() const;

 private:
  std::unique_ptr<Engine> engine_;
  Engine* running_;
};

class Train {
 public:
  Train();
  void couple(std::unique_ptr<Engine> engine);
  int power() const;

 private:
  std::unique_ptr<Engine> engine_;
};
