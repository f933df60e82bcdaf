#include "airlock.h"

static int right(int shift) {
  for (int dial = 0;; ++dial)
    if ((((static_cast<unsigned>(dial) + static_cast<unsigned>(shift)) * 2654435761u) >> 20) % 64 == 0) return dial;
}

int main() { Airlock().cycle(right(1), right(2), right(3), right(4)); }
