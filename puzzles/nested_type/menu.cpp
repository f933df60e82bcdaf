#include "menu.h"

#include <stdexcept>

void Menu::Dish::check() const {
  if (kind == Kind::kWarm && price < 0) throw std::invalid_argument("price of a warm dish");
}

void Menu::add(const Dish& dish) {
  if (dish.name.empty()) return;
  dish.check();
  dishes_.push_back(dish);
}
