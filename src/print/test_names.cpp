#include "print/test_names.h"

#include <cctype>

#include "base/text.h"
#include "crash/match.h"

namespace reenact {
namespace {

char upper(char c) { return static_cast<char>(std::toupper(static_cast<unsigned char>(c))); }

/// Letters and digits of `words`, each word with a capital.
std::string camel(std::string_view words) {
  std::string result;
  bool starts_word = true;
  for (const char c : words) {
    const bool is_part = std::isalnum(static_cast<unsigned char>(c)) != 0;
    if (is_part) result += starts_word ? upper(c) : c;
    starts_word = !is_part;
  }
  return result;
}

}  // namespace

std::string test_suite(const std::string& function) {
  const std::string name = plain_name(function);
  const auto last = name.rfind("::");
  const auto scope = last == std::string::npos || last == 0 ? std::string::npos : name.rfind("::", last - 1);
  const std::string result = camel(scope == std::string::npos ? name : name.substr(scope + 2));
  return result.empty() ? "Crash" : result;
}

std::string test_name(CrashKind kind, std::string_view exception_type) {
  if (kind != CrashKind::kCppException) return "CrashesWith" + camel(to_string(kind));
  const std::string_view type = unqualified(exception_type.substr(0, exception_type.find('<')));
  return "Throws" + (type.empty() ? "Exception" : camel(type));
}

}  // namespace reenact
