#include "letter_box.h"

int letters_a_day(const LetterBox<int, 4>& box, int days) {
  if (box.count() < 2) return 0;
  return box.count() / (days - 31);
}
