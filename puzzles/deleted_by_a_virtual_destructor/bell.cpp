#include "bell.h"

#include <algorithm>

void Bell::add(Listener* listener) { listeners_.push_back(listener); }

void Bell::remove(const Listener* listener) {
  const auto at = std::find(listeners_.begin(), listeners_.end(), listener);
  if (at != listeners_.end() && at + 1 != listeners_.end()) listeners_.erase(at);
}

void Bell::ring(int tone) {
  for (Listener* each : listeners_) each->heard(tone);
}

Ear::Ear(Bell& bell) : bell_(bell) { bell.add(this); }

Ear::~Ear() { bell_.remove(this); }

void Ear::heard(int tone) { last_ = tone; }
