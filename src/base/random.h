// The one random source. Injected everywhere, so the same seed repeats the same search on every platform.
#pragma once

#include "base/ids.h"
#include "evolve/random.h"

namespace reenact {

class Random : public evolve::Random {
 public:
  explicit Random(Seed seed) : evolve::Random(seed.value) {}
};

}  // namespace reenact
