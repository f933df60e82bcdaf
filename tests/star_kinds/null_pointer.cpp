#include "null_pointer.h"

#include <cstring>

void Cursor::show(const Point* at) { at_ = at; }

void Cursor::hide() { at_ = nullptr; }

int Cursor::x() const { return at_->x; }

Chain::~Chain() {
  while (first_ != nullptr) {
    Link* next = first_->next;
    delete first_;
    first_ = next;
  }
}

void Chain::add(int value) { first_ = new Link{value, first_}; }

int Chain::second() const {
  if (first_ == nullptr) return 0;
  return first_->next->value;
}

static int in_metres(int value) { return value / 100; }
static int in_centimetres(int value) { return value; }

void Meter::measure_in(int unit) {
  if (unit == 0) unit_ = in_metres;
  if (unit == 1) unit_ = in_centimetres;
}

int Meter::read(int value) const {
  if (value == 0) return 0;
  return unit_(value);
}

const char* value_of(const char* key) {
  if (std::strcmp(key, "colour") == 0) return "red";
  if (std::strcmp(key, "size") == 0) return "large";
  return nullptr;
}

unsigned long length_of_value(const char* key) {
  const char* value = value_of(key);
  return std::strlen(value);
}

void Book::write(int page) {
  last_ = page >= 0 && page < 4 ? &pages_[page] : nullptr;
  if (last_ != nullptr) *last_ = 1;
}

int Book::last() const { return *last_; }
