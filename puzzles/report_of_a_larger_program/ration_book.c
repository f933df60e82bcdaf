#include "ration_book.h"

#include <assert.h>

static void tear_out(ration_book* book, int count) {
  assert(book->coupons >= count);
  book->coupons -= count;
}

void ration_book_take(ration_book* book, int count) {
  if (count > 0) tear_out(book, count);
}
