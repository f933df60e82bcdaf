#include "value.h"

#include <stdexcept>

void Value::set(int number) { text_ = number < 0 ? "minus" : "plus"; }

void Value::set(double number) {
  if (number > 1e9 && text_ == "minus") throw std::overflow_error("too large");
  text_ = "real";
}

void Value::set(const std::string& text) { text_ = text; }

void Value::set(const char* text, int length) {
  if (text && length == 1) text_ = text[0];
}
