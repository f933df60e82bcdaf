#include "store.h"

int store_open(store_mode mode) {
  int pages = 1;
  if ((mode & STORE_MAPPED) != 0) pages = 16;
  if ((mode & STORE_APPEND) != 0) pages -= 16;
  return 4096 / pages;
}
