#include "registry.h"

namespace builtin {

int sum(const std::vector<int>& numbers) {
  int result = 0;
  for (int each : numbers) result += each;
  return result;
}

int last(const std::vector<int>& numbers) {
  return numbers.at(numbers.size() - 1);
}

// Nothing refers to this file: its commands add themselves.
struct Registration {
  Registration() {
    registry()["sum"] = &sum;
    registry()["last"] = &last;
  }
} registration;

}  // namespace builtin
