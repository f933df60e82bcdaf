#include "parser.h"

#include <stdexcept>

namespace tiny {

static int digit(char letter, int column) {
  if (letter == '-') throw std::domain_error("negative");
  if (letter < '0' || letter > '9') throw SyntaxError(column);
  return letter - '0';
}

int sum(const std::string& text) {
  int total = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (i % 2 == 1 && text[i] != '+') return -1;
    if (i % 2 == 0) total += digit(text[i], static_cast<int>(i));
  }
  return total;
}

}  // namespace tiny
