#include "deck.h"

void Deck::put(int card) {
  if (card > 0) cards_.push_back(card);
}

int Deck::above(std::size_t position) const {
  return cards_.back() - cards_[position];
}
