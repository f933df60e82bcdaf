#pragma once

#include <cstddef>
#include <string>
#include <vector>

/// Books in a row.
class Shelf {
 public:
  /// Puts a book at that place, 0 being the first.
  void insert(std::size_t place, const std::string& title) {
    books_.insert(books_.begin() + static_cast<std::ptrdiff_t>(place), title);
  }
  [[nodiscard]] std::size_t size() const;

 private:
  std::vector<std::string> books_{"index"};
};
