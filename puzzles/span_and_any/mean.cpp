#include "mean.h"

int mean(std::span<const int> numbers, const std::any& unit) {
  int sum = 0, below = 0;
  for (const int each : numbers) {
    sum += each;
    if (each < 0) ++below;
  }
  return unit.has_value() && numbers.size() > 1 ? sum / below : 0;
}
