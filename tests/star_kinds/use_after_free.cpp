#include "use_after_free.h"

#include <cstdlib>

Page::Page() : number_(new int(1)) {}

Page::~Page() = default;

void Page::tear_out() { delete number_; }

int Page::number() const { return *number_; }

Names::~Names() {
  while (first_ != nullptr) remove_first();
}

void Names::add(char initial) {
  Name* name = new Name{initial, nullptr};
  if (first_ == nullptr) {
    first_ = name;
  } else {
    last_->next = name;
  }
  last_ = name;
}

void Names::remove_first() {
  if (first_ == nullptr) return;
  Name* next = first_->next;
  delete first_;
  first_ = next;
}

char Names::last() const {
  if (last_ == nullptr) return 0;
  return last_->initial;
}

Numbers::Numbers() : numbers_(1) {}

void Numbers::keep_first() { kept_ = &numbers_[0]; }

void Numbers::add(int number) { numbers_.push_back(number); }

int Numbers::kept() const {
  if (kept_ == nullptr) return 0;
  return *kept_;
}

int first_of(int count) {
  int* numbers = static_cast<int*>(malloc(8 * sizeof(int)));
  for (int at = 0; at < 8; ++at) numbers[at] = count - at;
  if (count > 8) free(numbers);
  const int first = numbers[0];
  if (count <= 8) free(numbers);
  return first;
}

Session::Session() : id_(new int(1)) {}

Session::~Session() = default;

void Session::restart(bool quickly) {
  delete id_;
  if (!quickly) id_ = new int(2);
}

int Session::id() const { return *id_; }
