#pragma once
#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

/// Names by number; pages of sixteen.
class Roster {
 public:
  void insert(int number, const std::string& name);
  std::size_t pages() const { return pages_.size(); }
  void compact();

 private:
  struct Entry {
    int number;
    std::string name;
  };
  std::vector<std::vector<Entry>> pages_;
};
