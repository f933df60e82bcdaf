// Headers of the C++ library in front of a project's units, compiled once: of what a small unit costs a compiler, most is reading them.
#pragma once

#include <filesystem>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "build/options.h"

namespace reenact {

/// Of one build. Several threads may use it.
class StandardHeaders {
 public:
  explicit StandardHeaders(const SubjectOptions& options) : options_(options) {}

  /// Counts a C++ unit that is compiled with `line`: the compiler, which is clang, and its flags.
  void expect(const std::vector<std::string>& line);
  /// The file for -include-pch in front of a unit with these flags; made in the cache if it is not there. Empty: so few units have
  /// these flags that it would not pay, or precompiled() cannot make it.
  [[nodiscard]] std::filesystem::path in_front_of(const std::vector<std::string>& line);
  /// Is a unit that reads `files` the same behind these headers? Not if one defines a macro that they would have looked at, as
  /// `#define _GLIBCXX_DEBUG` in a configuration header.
  [[nodiscard]] bool suit(const std::vector<std::filesystem::path>& files);

 private:
  struct Head {
    std::size_t units = 0;
    bool is_tried = false;
    std::filesystem::path made;
  };

  const SubjectOptions& options_;
  std::mutex mutex_;  // guards the following
  std::map<std::vector<std::string>, Head> heads_;
  std::map<std::filesystem::path, bool> configures_;  // files that were looked at: does it define such a macro?
};

}  // namespace reenact
