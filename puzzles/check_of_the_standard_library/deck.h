#pragma once
#include <cstddef>
#include <vector>

/// Cards by their number, from 1.
class Deck {
 public:
  void put(int card);
  /// How much higher the top card is than the one at `position`.
  int above(std::size_t position) const;

 private:
  std::vector<int> cards_;
};
