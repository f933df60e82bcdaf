#pragma once

#include <initializer_list>
#include <vector>

class Row {
 public:
  explicit Row(const std::vector<int>& cells) : cells_(cells) {}
  int operator[](int column) const;
  bool operator==(const Row& other) const { return cells_ == other.cells_; }

 private:
  std::vector<int> cells_;
};
