#include "assertion.h"

#include <cassert>
#include <cstdlib>
#include <cstring>

int middle(int from, int to) {
  assert(from <= to);
  return from + (to - from) / 2;
}

void Stack::push(int value) { values_[depth_++ & 7] = value; }

int Stack::pop() {
  assert(depth_ > 0);
  return values_[--depth_];
}

void Label::set(const std::string& text) { text_ = text; }

char Label::initial() const {
  assert(!text_.empty());
  return text_[0];
}

bool has_sign(const char* word) {
  assert(std::strlen(word) > 1);
  return word[0] == '+' || word[0] == '-';
}

void Queue::close() { is_closed_ = true; }

void Queue::add(int value) { waiting_ += value > 0; }

void Queue::drain() {
  check();
  waiting_ = 0;
}

void Queue::check() const {
  if (is_closed_ && waiting_ > 0) std::abort();
}
