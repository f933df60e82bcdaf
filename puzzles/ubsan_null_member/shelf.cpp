#include "shelf.h"

bool Book::is_thick() const { return this != nullptr && pages_ > 900; }

void Shelf::put(int place, int pages) {
  if (place == static_cast<int>(books_.size())) books_.emplace_back(pages);
}

const Book* Shelf::at(int place) const {
  return place >= 0 && place < static_cast<int>(books_.size()) ? &books_[place] : nullptr;
}

bool Shelf::is_thick_at(int place) const {
  if (books_.size() < 2) return false;
  return at(place)->is_thick();
}
