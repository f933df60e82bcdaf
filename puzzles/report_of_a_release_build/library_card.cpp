#include "library_card.h"

#include <cassert>

int LibraryCard::evenings() const {
  assert(book_ != nullptr);
  return pages() / 30;
}

int LibraryCard::pages() const { return book_->pages; }
