#include "strategy/other_crashes.h"

#include <algorithm>

#include "run/fork_server.h"

namespace reenact {

void OtherCrashes::add(const TestCase& test, const Observation& run) {
  std::vector<std::uint32_t> key{static_cast<std::uint32_t>(run.kind)};
  for (std::size_t i = 0; i < 3 && i < run.trace.size(); ++i) {
    key.push_back(run.trace[i].function.value);
    key.push_back(run.trace[i].line.value);
  }
  const auto [it, is_new] = seen_.try_emplace(std::move(key));
  ++it->second.times;
  if (!is_new) return;
  it->second.kind = run.kind;
  it->second.description = describe(run, program_);
  it->second.test = test;
}

std::vector<OtherCrash> OtherCrashes::take() {
  std::vector<OtherCrash> result;
  for (auto& [key, crash] : seen_) result.push_back(std::move(crash));
  std::ranges::sort(result, [](const OtherCrash& a, const OtherCrash& b) {
    return a.times != b.times ? a.times > b.times : a.description < b.description;
  });
  return result;
}

}  // namespace reenact
