#include "reproduce/test_names.h"

#include <cctype>

#include "crash/match.h"

namespace reenact {
namespace {

char upper(char c) { return static_cast<char>(std::toupper(static_cast<unsigned char>(c))); }

}  // namespace

std::string test_suite(const std::string& function) {
  std::string result;
  const std::string name = plain_name(function);
  const auto last = name.rfind("::");
  const auto scope = last == std::string::npos || last == 0 ? std::string::npos : name.rfind("::", last - 1);
  bool starts_word = true;
  for (const char c : scope == std::string::npos ? name : name.substr(scope + 2)) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) {
      starts_word = true;
      continue;
    }
    result += starts_word ? upper(c) : c;
    starts_word = false;
  }
  return result.empty() ? "Crash" : result;
}

std::string test_name(std::string_view kind) {
  std::string result = "CrashesWith";
  bool starts_word = true;
  for (const char c : kind) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) {
      starts_word = true;
      continue;
    }
    result += starts_word ? upper(c) : c;
    starts_word = false;
  }
  return result;
}

}  // namespace reenact
