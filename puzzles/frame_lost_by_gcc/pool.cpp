#include "pool.h"

void Pool::add(int size) {
  Block* const block = new Block(size);
  block->set_next(first_);
  first_ = block;
}

int Pool::reset(bool keep_one) {
  Block* block = first_;
  Block* kept = nullptr;
  if (keep_one) {
    kept = block;
    block = block->next();
  }
  int freed = 0;
  while (block != nullptr) {
    Block* const next = block->next();
    freed += block->size();
    delete block;
    block = next;
  }
  if (kept != nullptr) kept->set_next(nullptr);
  first_ = kept;
  return freed;
}
