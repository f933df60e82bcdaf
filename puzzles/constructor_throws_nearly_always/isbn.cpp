#include "isbn.h"

#include <stdexcept>

Isbn::Isbn(const std::string& text) : text_(text) {
  if (text.size() != 4) throw std::length_error("length");
  if (text[0] < '0' || text[0] > '9') throw std::invalid_argument("first is no digit");
  if (text[3] != 'X') throw std::invalid_argument("check letter");
}

int Isbn::group() const {
  if (text_[0] == '9') throw std::logic_error("no such group");
  return text_[0] - '0';
}
