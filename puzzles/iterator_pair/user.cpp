#include "range.h"

int main() {
  std::vector<int> numbers{7};
  return largest(numbers.cbegin(), numbers.cend());
}
