#include "page.h"

#include <stdexcept>

void Page::read(const std::string& text) {
  text_ = text;
  is_read_ = true;
}

void Page::clear() { text_.clear(); }

int Line::indent() const {
  if (page_.is_read_ && page_.text_.empty()) throw std::out_of_range("no line");
  return page_.text_.empty() ? 0 : static_cast<int>(page_.text_.find_first_not_of(' '));
}

int Line::words() const { return page_.text_.empty() ? 0 : 1; }
