#include "settings.h"

#include <sstream>
#include <stdexcept>

static int apply(const std::string& key, const std::string& value) {
  if (key == "verbose") return 1;
  if (key == "threads") {
    if (value.empty()) throw std::invalid_argument("threads needs a number");
    return 1;
  }
  return 0;
}

int read_settings(const std::string& text) {
  std::istringstream lines(text);
  std::string line;
  int known = 0;
  while (std::getline(lines, line)) {
    const auto equals = line.find('=');
    if (equals != std::string::npos) known += apply(line.substr(0, equals), line.substr(equals + 1));
  }
  return known;
}
