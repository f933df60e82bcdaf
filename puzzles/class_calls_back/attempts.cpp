#include "attempts.h"

#include <cstdlib>

#include "retry.h"

void Attempts::failed(int attempt) {
  if (attempt >= 5) std::abort();
  ++count_;
}
