#include "library_card.h"

int main() {
  Book book{312};
  LibraryCard card;
  card.borrow(book);
  card.bring_back();
  return card.evenings();
}
