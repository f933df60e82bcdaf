#include "config.h"

#include <stdexcept>

int read_config(int version) {
  if (version > 9) throw std::invalid_argument("unknown version");
  return version;
}
