#include "explore/suite.h"

#include <algorithm>
#include <utility>

#include "testcase/minimise.h"

namespace reenact {
namespace {

/// None: it does not end as a test of a suite may.
Expected<std::optional<KeptTest>> run_alone(const TestCase& test, Executor& executor) {
  std::optional<KeptTest> result;
  const auto ran = executor.run_alone(test, [&](const Observation& run) {
    if (ended_well(run)) result = KeptTest{test, items_of(run), run.raised, run.exception_type};
  });
  if (!ran) return std::unexpected(ran.error());
  return result;
}

/// Greedy: the one that adds most, until none adds anything.
std::vector<KeptTest> cover(std::vector<KeptTest> all) {
  std::vector<KeptTest> kept;
  Items covered;
  while (true) {
    std::size_t best = all.size(), most = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
      const std::size_t added = count_new(all[i].items, covered);
      if (added > most || (added == most && added > 0 && all[i].test.size() < all[best].test.size())) {
        most = added;
        best = i;
      }
    }
    if (most == 0) return kept;
    covered.insert(all[best].items.begin(), all[best].items.end());
    kept.push_back(std::move(all[best]));
    all.erase(all.begin() + static_cast<std::ptrdiff_t>(best));
  }
}

/// What only test `i` covers, as the tests are now.
Items own_items(const std::vector<KeptTest>& tests, std::size_t i) {
  Items own = tests[i].items;
  for (std::size_t other = 0; other < tests.size(); ++other)
    if (other != i)
      for (const std::uint64_t item : tests[other].items) own.erase(item);
  return own;
}

}  // namespace

Expected<std::vector<KeptTest>> reduced(const std::vector<CoveringTest>& tests, const ApiModel& api, Executor& executor,
                                        const std::function<bool()>& stop) {
  std::vector<KeptTest> all;
  for (const CoveringTest& each : tests) {
    auto alone = run_alone(each.test, executor);
    if (!alone) return std::unexpected(alone.error());
    if (*alone) all.push_back(std::move(**alone));
  }
  std::vector<KeptTest> kept = cover(std::move(all));
  for (std::size_t i = 0; i < kept.size() && !stop(); ++i) {
    // What several cover, the last of them keeps: by then the others may have lost it.
    const Items own = own_items(kept, i);
    if (own.empty()) continue;
    const auto still = [&](const TestCase& candidate) {
      const auto run = run_alone(candidate, executor);
      return run && *run && (*run)->throws == kept[i].throws && count_new(own, (*run)->items) == 0;
    };
    const TestCase small = minimise(kept[i].test, api, still, stop);
    if (auto run = run_alone(small, executor); run && *run) kept[i] = std::move(**run);
  }
  // Short now, one may cover nothing of its own.
  return cover(std::move(kept));
}

}  // namespace reenact
