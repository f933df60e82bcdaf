#include "split.h"

#include <stdexcept>

std::vector<std::string> split(const std::string& text, char separator, int at_most, bool strict) {
  std::vector<std::string> parts(1);
  for (const char letter : text) {
    if (letter != separator) {
      parts.back() += letter;
      continue;
    }
    if (strict && parts.back().empty()) throw std::invalid_argument("empty part");
    if (static_cast<int>(parts.size()) < at_most) parts.emplace_back();
  }
  return parts;
}
