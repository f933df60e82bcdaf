#include "retry.h"

#include <stdexcept>

int retry(int times, const std::function<bool(int attempt)>& action) {
  for (int attempt = 1; attempt <= times; ++attempt)
    if (action && action(attempt)) return attempt;
  if (times > 2 && action) throw std::runtime_error("gave up");
  return 0;
}
