#include "ring.h"

int last_three(const std::vector<int>& stream) {
  std::vector<int> storage(3);
  Ring<int> ring(storage.begin(), storage.end());
  for (const int each : stream) ring.push_back(each);
  return storage[0];
}
