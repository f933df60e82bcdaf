#include "journal.h"

#include <stdexcept>

void Journal::count_one(std::vector<int>& counts, long rank) {
  if (rank < 0) return;
  if (rank > 8) throw std::out_of_range("no such rank");
  ++counts[static_cast<unsigned long>(rank)];
}
