#pragma once

#include <cstddef>
#include <vector>

/// Songs, one of which may be chosen.
class Playlist {
 public:
  void add(int song);
  void choose(std::size_t place);
  int chosen() const;

 private:
  std::vector<int> songs_;
  const int* chosen_ = nullptr;
};
