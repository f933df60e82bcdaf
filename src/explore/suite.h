// From tests that cover something to a suite: few, short, each with something of its own.
#pragma once

#include <functional>
#include <vector>

#include "explore/coverage.h"

namespace reenact {

/// A test of the suite, and how it ends.
struct KeptTest {
  TestCase test;
  Items items;  // that it covers alone in its process
  bool throws = false;
  std::string exception_type;  // if it throws
};

/// Runs each of `tests` in a process of its own, keeps those that together cover what all do (the one that adds most first, of equals the
/// shorter), and makes each as short as it can be while it covers what no other one does. `stop` ends minimising; what is left is
/// as long as it was found.
[[nodiscard]] Expected<std::vector<KeptTest>> reduced(const std::vector<CoveringTest>& tests, const ApiModel& api,
                                                      Executor& executor, const std::function<bool()>& stop);

}  // namespace reenact
