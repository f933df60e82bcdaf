// What clang is made to instantiate to see whether it compiles, and what it crashed on when it was.
#pragma once

#include <set>
#include <string>
#include <utility>

namespace reenact::api {

/// Outlives clang's crashes, after which the source is parsed anew without what led there. Templates are named by their places.
class Instantiations {
 public:
  [[nodiscard]] bool may_begin(const std::string& place) const { return !fatal_.contains(place); }
  void begin(std::string place) { current_ = std::move(place); }
  void end() { current_.clear(); }

  /// Clang has crashed. False: not while it instantiated something.
  bool crashed() { return !current_.empty() && fatal_.insert(std::exchange(current_, {})).second; }

  [[nodiscard]] const std::set<std::string>& fatal() const { return fatal_; }

 private:
  std::string current_;
  std::set<std::string> fatal_;
};

}  // namespace reenact::api
