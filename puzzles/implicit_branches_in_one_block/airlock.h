// Four checks in one basic block: each throws unless its dial is right, so the block is entered long before the last line
// is reached. Approach level and branch distance see one block; basic block coverage counts its lines.
#pragma once

#include <stdexcept>

struct Refused : std::logic_error {
  using std::logic_error::logic_error;
};

class Airlock {
 public:
  /// Throws Refused at the first dial that is wrong; std::runtime_error once it cycles.
  void cycle(int inner, int outer, int pressure, int code);
};
