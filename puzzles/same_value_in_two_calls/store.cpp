#include "store.h"

#include <cassert>

void Store::open(const std::string& key) {
  if (key.size() > 3) open_ = key;
}

int Store::read(const std::string& key) {
  if (open_.empty() || key != open_) return -1;
  assert(!"document is damaged");
  return 0;
}
