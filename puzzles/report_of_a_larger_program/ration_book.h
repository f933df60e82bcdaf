#ifndef RATION_BOOK_H
#define RATION_BOOK_H

typedef struct ration_book {
  int coupons;
} ration_book;

/** Takes `count` coupons out of the book; at least one. */
void ration_book_take(ration_book* book, int count);

#endif
