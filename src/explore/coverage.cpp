#include "explore/coverage.h"

#include <fmt/format.h>

#include <algorithm>

namespace reenact {

Items items_of(const Observation& run) {
  Items result;
  for (const FunctionCoverage& each : run.coverage) {
    const std::uint64_t function = std::uint64_t{each.function.value} << 32;
    for (std::size_t i = 0; i < each.hits.size(); ++i)
      if (each.hits[i] != 0) result.insert(function | i << 1);
    for (std::size_t i = 0; i < each.edges.size(); ++i)
      if (each.edges[i] == 0) result.insert(function | i << 1 | 1);
  }
  return result;
}

std::size_t count_new(const Items& items, const Items& known) {
  return static_cast<std::size_t>(
      std::ranges::count_if(items, [&](std::uint64_t item) { return !known.contains(item); }));
}

bool ended_well(const Observation& run) {
  return !run.invalid && !run.cut_off && (!run.raised || run.kind == CrashKind::kCppException);
}

Expected<void> CoverageCollector::run(std::span<const TestCase* const> tests,
                                      const std::function<void(std::size_t, const Observation&)>& seen) {
  return inner_.run(tests, [&](std::size_t i, const Observation& run) {
    note(*tests[i], run);
    seen(i, run);
  });
}

Expected<void> CoverageCollector::run_alone(const TestCase& test, const std::function<void(const Observation&)>& seen) {
  return inner_.run_alone(test, [&](const Observation& run) {
    note(test, run);
    seen(run);
  });
}

void CoverageCollector::note(const TestCase& test, const Observation& run) {
  if (!ended_well(run)) return;
  Items items = items_of(run);
  if (count_new(items, covered_) == 0) return;
  covered_.insert(items.begin(), items.end());
  tests_.push_back({test, std::move(items)});
}

double NewCoverage::evaluate(const Observation& run) {
  if (!ended_well(run)) return worst();
  const Items items = items_of(run);
  if (count_new(items, covered_) == 0) return worst();
  covered_.insert(items.begin(), items.end());
  return worst() - static_cast<double>(std::min(covered_.size(), items_));
}

std::string NewCoverage::explain(const Observation&) const {
  return fmt::format("{} of {} blocks and branches covered", covered_.size(), items_);
}

}  // namespace reenact
