#include "crash/library_exceptions.h"

#include "crash/match.h"

namespace reenact {

std::string thrown_by(std::string_view function) {
  std::string name = plain_name(function);
  if (name == "__cxa_bad_cast") return "std::bad_cast";
  if (name == "__cxa_bad_typeid") return "std::bad_typeid";
  if (name == "__cxa_throw_bad_array_new_length") return "std::bad_array_new_length";
  constexpr std::string_view kScope = "std::", kThrower = "__throw_", kFormatted = "_fmt";
  const auto thrower = name.find(kThrower);
  if (!name.starts_with(kScope) || thrower == std::string::npos || thrower < kScope.size()) return {};
  name.erase(0, thrower + kThrower.size());
  if (name.ends_with(kFormatted)) name.resize(name.size() - kFormatted.size());
  // std::__throw_ios_failure() throws a type that libstdc++ hides; std::__throw_with_nested() throws what it is given.
  if (name == "ios_failure" || name == "filesystem_error" || name.starts_with("with_nested")) return {};
  return std::string(kScope) + name;
}

}  // namespace reenact
