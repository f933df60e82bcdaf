#include "ration_book.h"

/* A part of the program, not of the library: its frames are in the report, but cannot be in the test. */
static void buy_bread(ration_book* book) { ration_book_take(book, 3); }

static void go_shopping(void) {
  ration_book book = {2};
  buy_bread(&book);
}

int main(void) {
  go_shopping();
  return 0;
}
