// Crashes met on the way: cheap dead ends of the search, worth telling at its end.
#pragma once

#include <map>

#include "strategy/strategy.h"

namespace reenact {

class OtherCrashes {
 public:
  explicit OtherCrashes(const Goal& goal) : goal_(goal) {}
  /// Counts one crash; crashes of one kind with the same three innermost frames are the same.
  void add(const TestCase& test, const Observation& run);
  /// Most frequent first.
  [[nodiscard]] std::vector<OtherCrash> take();

 private:
  [[nodiscard]] bool is_on_the_way(const Observation& run) const;

  const Goal& goal_;
  std::map<CrashKey, OtherCrash> seen_;
};

}  // namespace reenact
