#include "document.h"

#include <stdexcept>

namespace {
constexpr unsigned kOpen = 0x10, kDirty = 0x20;
}

void Document::store(int property, int value) {
  properties_[property] = value;
  state_ = state_ & kOpen;
}

void Document::begin_transaction(unsigned options) {
  if (options % 8 == 5) state_ = kOpen | kDirty;
}

void Document::close() {
  if (state_ & kDirty) throw std::logic_error("closed in a transaction");
  state_ = 0;
}
