#pragma once

struct Book {
  int pages = 0;
};

/// Lends one book at a time.
class LibraryCard {
 public:
  void borrow(const Book& book) { book_ = &book; }
  void bring_back() { book_ = nullptr; }
  /// REQUIRES: a book was borrowed.
  int evenings() const;

 private:
  int pages() const;

  const Book* book_ = nullptr;
};
