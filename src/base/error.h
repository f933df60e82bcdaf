// What a user can cause travels as std::expected<T, Error>; only cli/ turns it into an exit status.
#pragma once

#include <expected>
#include <string>
#include <utility>

namespace reenact {

/// Which exit status an error ends in; the constants are in cli/commands.h.
enum class ErrorKind {
  kUsage,        // exit 2: bad usage or unreadable input
  kSubject,      // exit 3: the subject could not be built or linked
  kInterrupted,  // exit 1: the user ended what was going on, nothing is wrong
};

/// A message a user can act on: what was wrong, where, and the next step.
struct Error {
  ErrorKind kind = ErrorKind::kUsage;
  std::string message;  // one or more full lines, no trailing newline
};

template <typename T>
using Expected = std::expected<T, Error>;

/// As the result of a function that returns Expected: an error of the kind that is in its name.
[[nodiscard]] inline std::unexpected<Error> usage_error(std::string message) {
  return std::unexpected(Error{ErrorKind::kUsage, std::move(message)});
}
[[nodiscard]] inline std::unexpected<Error> subject_error(std::string message) {
  return std::unexpected(Error{ErrorKind::kSubject, std::move(message)});
}

[[nodiscard]] inline std::unexpected<Error> interrupted_error() {
  return std::unexpected(Error{ErrorKind::kInterrupted, "interrupted"});
}

}  // namespace reenact
