#include "washer.h"

#include <stdexcept>

void Washer::close_door() { state_ = State::kClosed; }

void Washer::fill(int litres) {
  if (state_ == State::kClosed && litres > 5) state_ = State::kFilled;
}

void Washer::heat(int celsius) {
  state_ = state_ == State::kFilled && celsius >= 30 && celsius <= 95 ? State::kHot : State::kOpen;
}

void Washer::spin(int rounds) {
  if (state_ == State::kHot && rounds > 600) throw std::runtime_error("drum out of balance");
}
