#include "boiler.h"

#include <stdexcept>

void Boiler::burn() {
  --fuel_;
  ++pressure_;
}

int Boiler::check() const {
  if (water_ == 3 && fuel_ == 2 && pressure_ == 2 && hours_ == 2) throw std::runtime_error("the boiler bursts");
  return pressure_;
}
