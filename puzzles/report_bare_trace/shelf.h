#ifndef SHELF_H
#define SHELF_H

struct shelf {
  const int* weights;
  int length;
};

/** Sum of the weights from number `first` on; -1 if there is no such number. */
int shelf_weight(const struct shelf* shelf, int first);

#endif
