#include "deck.h"

int main() {
  Deck deck;
  deck.put(3);
  deck.put(4);
  return deck.above(2);
}
