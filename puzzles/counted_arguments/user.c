#include "choice.h"

int main(void) {
  struct choice *digit = choice_of(2, choice_of(1, choice_char('0')), choice_char('1'));
  struct choice *letter = choice_of(2, digit, choice_char('a'));
  choice_flatten(letter);
  choice_free(letter);
  return 0;
}
