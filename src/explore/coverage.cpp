#include "explore/coverage.h"

#include <fmt/format.h>

#include <algorithm>

namespace reenact {

namespace {

bool is_entered(std::uint8_t hit) { return hit != 0; }
bool is_taken(float distance) { return distance == 0; }

/// Does anything hold that is not known? One loop without a branch in it.
template <typename Value, typename Holds>
bool has_new(std::span<const Value> values, const std::vector<std::uint8_t>& known, Holds holds) {
  unsigned found = 0;
  for (std::size_t i = 0; i < values.size(); ++i) found |= static_cast<unsigned>(holds(values[i])) & ~known[i];
  return (found & 1) != 0;
}

/// How many became known.
template <typename Value, typename Holds>
std::size_t learn(std::span<const Value> values, std::vector<std::uint8_t>& known, Holds holds) {
  std::size_t added = 0;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (holds(values[i]) && known[i] == 0) {
      known[i] = 1;
      ++added;
    }
  return added;
}

}  // namespace

Items items_of(const Observation& run) {
  Items result;
  for (const FunctionCoverage& each : run.coverage) {
    const std::uint64_t function = std::uint64_t{each.function.value} << 32;
    for (std::size_t i = 0; i < each.hits.size(); ++i)
      if (is_entered(each.hits[i])) result.insert(function | i << 1);
    for (std::size_t i = 0; i < each.edges.size(); ++i)
      if (is_taken(each.edges[i])) result.insert(function | i << 1 | 1);
  }
  return result;
}

std::size_t count_new(const Items& items, const Items& known) {
  return static_cast<std::size_t>(
      std::ranges::count_if(items, [&](std::uint64_t item) { return !known.contains(item); }));
}

bool Covered::add(const Observation& run) {
  known_.resize(std::max(known_.size(), run.coverage.size()));
  const std::size_t before = size_;
  for (std::size_t i = 0; i < run.coverage.size(); ++i) {
    const FunctionCoverage& function = run.coverage[i];
    Known& known = known_[i];
    known.blocks.resize(function.hits.size());
    known.edges.resize(function.edges.size());
    if (has_new(function.hits, known.blocks, is_entered)) size_ += learn(function.hits, known.blocks, is_entered);
    if (has_new(function.edges, known.edges, is_taken)) size_ += learn(function.edges, known.edges, is_taken);
  }
  return size_ > before;
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
  if (ended_well(run) && covered_.add(run)) tests_.push_back({test, items_of(run)});
}

double NewCoverage::evaluate(const Observation& run) {
  if (!ended_well(run) || !covered_.add(run)) return worst();
  return worst() - static_cast<double>(std::min(covered_.size(), items_));
}

std::string NewCoverage::explain(const Observation&) const {
  return fmt::format("{} of {} blocks and branches covered", covered_.size(), items_);
}

}  // namespace reenact
