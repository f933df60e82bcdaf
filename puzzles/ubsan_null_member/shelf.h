#pragma once

#include <vector>

class Book {
 public:
  explicit Book(int pages) : pages_(pages) {}
  /// Whether it is thicker than a thumb; never looks at a book that is not there.
  bool is_thick() const;

 private:
  int pages_;
};

class Shelf {
 public:
  void put(int place, int pages);
  bool is_thick_at(int place) const;

 private:
  const Book* at(int place) const;
  std::vector<Book> books_;
};
