#pragma once

#include <cstddef>
#include <vector>

class Shelf {
 public:
  void put(int id) { ids_.push_back(id); }
  std::size_t size() const { return ids_.size(); }
  int at(std::size_t place) const { return ids_[place]; }
  void drop(std::size_t place) { ids_.erase(ids_.begin() + static_cast<std::ptrdiff_t>(place)); }
  /// The last one; there has to be one.
  int last() const;

 private:
  std::vector<int> ids_;
};

/// Drops those that nobody wants; returns the last one that is left.
template <class Predicate>
int sort_out(Shelf& shelf, Predicate is_unwanted) {
  if (shelf.size() == 0) return -1;
  for (std::size_t i = 0; i < shelf.size();)
    if (is_unwanted(shelf.at(i)))
      shelf.drop(i);
    else
      ++i;
  return shelf.last();
}
