#include "strategy/other_crashes.h"

#include <algorithm>

#include "run/fork_server.h"

namespace reenact {

namespace {

void sort_by_frequency(std::vector<OtherCrash>& crashes) {
  std::ranges::sort(crashes, [](const OtherCrash& a, const OtherCrash& b) {
    return a.times != b.times ? a.times > b.times : a.description < b.description;
  });
}

}  // namespace

CrashKey crash_key(const Observation& run) {
  const std::size_t frames = std::min<std::size_t>(3, run.trace.size());
  CrashKey key{static_cast<std::uint32_t>(run.kind)};
  for (std::size_t i = 0; i < frames; ++i) {
    key[1 + 2 * i] = run.trace[i].function.value;
    key[2 + 2 * i] = run.trace[i].line.value;
  }
  key.back() = static_cast<std::uint32_t>(frames);
  return key;
}

void merge(std::vector<OtherCrash>& crashes, std::vector<OtherCrash> more) {
  for (OtherCrash& crash : more) {
    const auto same = std::ranges::find(crashes, crash.key, &OtherCrash::key);
    if (same == crashes.end()) {
      crashes.push_back(std::move(crash));
      continue;
    }
    same->times += crash.times;
    same->on_the_way = same->on_the_way || crash.on_the_way;
    if (crash.test.size() < same->test.size()) same->test = std::move(crash.test);
  }
  sort_by_frequency(crashes);
}

void OtherCrashes::add(const TestCase& test, const Observation& run) {
  const auto [it, is_new] = seen_.try_emplace(crash_key(run));
  OtherCrash& crash = it->second;
  ++crash.times;
  if (is_new || test.size() < crash.test.size()) crash.test = test;
  crash.on_the_way = crash.on_the_way || is_on_the_way(run);
  if (!is_new) return;
  crash.key = it->first;
  crash.kind = run.kind;
  crash.exception_type = run.exception_type;
  crash.message = run.message;
  if (!run.trace.empty()) crash.function = run.trace.front().function;
  crash.description = describe(run, *goal_.program);
}

bool OtherCrashes::is_on_the_way(const Observation& run) const {
  constexpr std::size_t kMostContext = 32;  // bits of Observation::context
  const std::size_t frames = std::min({goal_.frames.size(), goal_.target.index() + 1, kMostContext});
  for (std::size_t i = 0; i < frames; ++i) {
    const TargetFrame& frame = goal_.frames[i];
    if ((run.context >> i & 1) == 0) continue;
    for (std::size_t k = 0; k < std::min<std::size_t>(2, run.trace.size()); ++k)
      if (run.trace[k].function == frame.function && run.trace[k].line <= frame.line) return true;
  }
  return false;
}

std::vector<OtherCrash> OtherCrashes::take() {
  std::vector<OtherCrash> result;
  for (auto& [key, crash] : seen_) result.push_back(std::move(crash));
  seen_.clear();  // counted anew from now on
  sort_by_frequency(result);
  return result;
}

}  // namespace reenact
