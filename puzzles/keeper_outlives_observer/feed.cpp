#include "feed.h"

#include <cassert>

Observer::~Observer() { awake_ = 0; }

void Observer::tune(int channel) {
  if (channel_ == 611 && channel == 7340) awake_ = 0;
  channel_ = channel;
}

void Observer::left() const { assert(awake_); }

void Feed::attach(Observer& observer) { observers_.push_back(&observer); }

Feed::~Feed() {
  for (const Observer* each : observers_) each->left();
}
