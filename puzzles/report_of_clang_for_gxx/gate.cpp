#include "gate.h"

#include <stdexcept>

void Gate::open(int key, const std::string& who) {
  if (who.empty())
    throw std::invalid_argument(
        "nobody is at the gate"
    );
  if (key != code_)
    throw std::invalid_argument(
        "this key is of another gate"
    );
  ++opened_;
}
