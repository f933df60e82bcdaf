#include "prices.h"

#include <stdexcept>

std::string dearest(const std::map<std::string, int>& prices) {
  std::string found;
  int highest = 0;
  for (const auto& [name, price] : prices) {
    if (price < 0 && !name.empty()) throw std::invalid_argument("negative price");
    if (price > highest) found = name, highest = price;
  }
  return found;
}
