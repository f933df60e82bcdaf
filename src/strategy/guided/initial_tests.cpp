#include "strategy/guided/initial_tests.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <tuple>

namespace reenact {
namespace {

std::vector<std::pair<std::size_t, std::size_t>> uses_of(const std::vector<CallableId>& crash, const Usage& usage) {
  std::set<Usage::Step> steps;
  for (const CallableId id : crash)
    if (const auto step = usage.step_of(id)) steps.insert(*step);
  std::vector<std::pair<std::size_t, std::size_t>> result;
  for (std::size_t i = 0; i < usage.sequences().size(); ++i)
    for (std::size_t j = 0; j < usage.sequences()[i].size(); ++j)
      if (steps.contains(usage.sequences()[i][j])) result.emplace_back(i, j);
  return result;
}

/// One of a step's calls that can be made.
std::optional<CallableId> call_of(const Usage& usage, Usage::Step step, const TestBuilder& builder, Random& random) {
  constexpr int kTries = 3;
  for (int i = 0; i < kTries; ++i)
    if (const CallableId id = random.pick(usage.calls(step)); builder.can_make(id)) return id;
  return std::nullopt;
}

}  // namespace

CallChoice possible_calls(const GoalCalls& calls, const GuidedOptions& options, const TestBuilder& builder) {
  CallChoice result;
  const auto add = [&](const std::vector<CallableId>& from, std::vector<CallableId>& to) {
    std::ranges::copy_if(from, std::back_inserter(to), [&](CallableId id) { return builder.can_make(id); });
  };
  add(calls.crash, result.crash);
  add(calls.unit, result.unit);
  if (options.setup_calls) add(calls.setup, result.setup);
  if (options.argument_calls) add(calls.arguments, result.arguments);
  if (options.usage && calls.usage != nullptr && !calls.usage->sequences().empty()) {
    result.usage = calls.usage.get();
    result.crash_uses = uses_of(result.crash, *result.usage);
  }
  return result;
}

CallableId CallChoice::other(Random& random) const {
  const auto pick = [&](const std::vector<CallableId>& among) {
    return weights == nullptr ? random.pick(among) : weights->pick(among, random);
  };
  if (!arguments.empty() && random.chance(shaped)) return pick(arguments);
  if (!setup.empty() && (unit.empty() || random.chance(setups))) return pick(setup);
  return unit.empty() ? random.pick(crash) : pick(unit);
}

std::optional<CallableId> CallChoice::neighbour(CallableId callable, bool in_front, const TestBuilder& builder,
                                                Random& random) const {
  if (usage == nullptr) return std::nullopt;
  const auto step = usage->step_of(callable);
  if (!step) return std::nullopt;
  const std::vector<Usage::Step>& beside = in_front ? usage->before(*step) : usage->after(*step);
  return beside.empty() ? std::nullopt : call_of(*usage, random.pick(beside), builder, random);
}

void initial_test(TestCase& out, const CallChoice& calls, TestBuilder& builder, Random& random, std::size_t max_calls) {
  out.clear();
  const std::size_t size = 1 + random.below(max_calls);
  double probability = 1.0 / static_cast<double>(size);
  bool has_crash = false;
  for (std::size_t step = 0; step < size && out.size() + 6 < kMaxStatements; ++step) {
    if ((calls.unit.empty() && calls.setup.empty() && calls.arguments.empty()) || random.chance(probability)) {
      (void)builder.append_call(out, random.pick(calls.crash));
      probability = 1.0 / static_cast<double>(size);
      has_crash = true;
    } else {
      (void)builder.append_call(out, calls.other(random));
      probability = 1.0 / static_cast<double>(size - step);
    }
  }
  if (!has_crash) (void)builder.append_call(out, random.pick(calls.crash));
}

void usage_test(TestCase& out, const CallChoice& calls, TestBuilder& builder, Random& random, std::size_t max_calls) {
  constexpr double kToCrash = 0.8, kKept = 0.85;
  out.clear();
  const Usage& usage = *calls.usage;
  const bool to_crash = !calls.crash_uses.empty() && random.chance(kToCrash);
  std::size_t which = random.below(usage.sequences().size()), end = 0;
  if (to_crash)
    std::tie(which, end) = random.pick(calls.crash_uses);
  else
    end = 1 + random.below(usage.sequences()[which].size());
  const std::vector<Usage::Step>& sequence = usage.sequences()[which];
  const std::size_t head = end <= max_calls ? end : random.below(max_calls + 1);
  const std::size_t tail = end <= max_calls ? end : end - (max_calls - head);
  for (std::size_t i = 0; i < end && out.size() + 6 < kMaxStatements; ++i) {
    if ((i >= head && i < tail) || !random.chance(kKept)) continue;
    if (const auto id = call_of(usage, sequence[i], builder, random)) (void)builder.append_call(out, *id);
  }
  (void)builder.append_call(out, random.pick(calls.crash));
}

}  // namespace reenact
