#include "ring.h"

int main() {
  std::vector<int> storage;
  Ring<int> ring(storage.begin(), storage.end());
  ring.push_back(1);
}
