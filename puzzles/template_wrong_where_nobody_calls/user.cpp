#include "letter_box.h"

int main() {
  LetterBox<int, 4> box(12);
  box.drop(1);
  box.drop(2);
  return letters_a_day(box, 31);
}
