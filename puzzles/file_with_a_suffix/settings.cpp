#include "settings.h"

#include <fstream>
#include <stdexcept>

static std::string value_of(const std::string& line, std::size_t equals) {
  const std::string value = line.substr(equals + 1);
  if (value.at(0) == '"') return value.substr(1, value.size() - 2);
  return value;
}

Settings Settings::load(const std::filesystem::path& file) {
  if (file.extension() != ".ini") throw std::invalid_argument("no file of settings: " + file.string());
  std::ifstream in(file);
  if (!in) throw std::runtime_error("cannot open " + file.string());
  Settings settings;
  std::string line, section;
  while (std::getline(in, line)) {
    if (line.empty() || line[0] == ';') continue;
    if (line[0] == '[') {
      section = line.substr(1, line.find(']') - 1);
      continue;
    }
    const auto equals = line.find('=');
    if (equals != std::string::npos && !section.empty())
      settings.sections_[section][line.substr(0, equals)] = value_of(line, equals);
  }
  return settings;
}
