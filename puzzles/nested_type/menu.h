#pragma once

#include <string>
#include <vector>

class Menu {
 public:
  enum class Kind { kCold, kWarm };
  struct Dish {
    std::string name;
    Kind kind = Kind::kCold;
    int price = 0;
    void check() const;
  };
  void add(const Dish& dish);

 private:
  std::vector<Dish> dishes_;
};
