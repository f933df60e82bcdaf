#include "clock.h"

#include <cassert>

Clock& Clock::operator=(const Clock& other) {
  assert(hands_ == other.hands_);
  name_ = other.name_;
  return *this;
}
