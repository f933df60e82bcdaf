#include "volume.h"

#include <stdexcept>

int Volume::read(const std::string& text) {
  if (text.size() > 3) throw std::invalid_argument("not a volume");
  return text.empty() ? 0 : text[0] - '0';
}

void Volume::set(const std::string& text) noexcept { value_ = read(text); }
