#include "settings.h"

#include <cassert>
#include <map>
#include <vector>

#ifndef FINDS
#define FINDS 0
#endif
#ifndef HANGS
#define HANGS 0
#endif

namespace settings {
namespace {

volatile bool never = false;

unsigned mix(const std::string& text) {
  unsigned result = 2166136261u;
  for (const char c : text) result = (result ^ static_cast<unsigned char>(c)) * 16777619u;
  return result >> 8;
}

bool is_one_of(unsigned percent, unsigned hash) { return hash % 100 < percent; }

std::string trimmed(const std::string& text) {
  const auto first = text.find_first_not_of(" \t\n");
  return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(" \t\n") - first + 1);
}

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> result;
  for (std::size_t start = 0, end = 0; end != std::string::npos; start = end + 1) {
    end = text.find(separator, start);
    result.push_back(trimmed(text.substr(start, end == std::string::npos ? end : end - start)));
  }
  return result;
}

char read_behind(const std::string& text) {
  const std::vector<char> copy(text.begin(), text.end());
  return copy.data()[copy.size()];
}

void loop(unsigned hash) {
  while (!never) hash = hash * 31 + 1;
}

}  // namespace

unsigned count(const std::string& text) {
  std::map<std::string, std::vector<std::string>> values;
  for (const std::string& each : split(text, ';')) {
    const auto equals = each.find('=');
    if (equals == std::string::npos) continue;
    values[trimmed(each.substr(0, equals))] = split(each.substr(equals + 1), ',');
  }
  unsigned result = 0;
  for (const auto& [name, list] : values) result += static_cast<unsigned>(list.size());
  const unsigned hash = mix(text);
  if (is_one_of(FINDS, hash)) return static_cast<unsigned char>(read_behind(text));
  if (is_one_of(HANGS, hash)) loop(hash);
  assert(!never);
  return result;
}

}  // namespace settings
