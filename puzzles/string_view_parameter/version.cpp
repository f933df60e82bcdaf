#include "version.h"

#include <stdexcept>

int version_parts(std::string_view version) {
  int parts = 1;
  for (std::size_t i = 0; i < version.size(); ++i) {
    if (version[i] != '.') continue;
    if (i + 1 == version.size()) throw std::invalid_argument("version ends with a point");
    ++parts;
  }
  return parts;
}
