#include "strategy/guided/initial_tests.h"

#include <algorithm>
#include <iterator>

namespace reenact {

CallChoice possible_calls(const GoalCalls& calls, const GuidedOptions& options, const TestBuilder& builder) {
  CallChoice result;
  const auto add = [&](const std::vector<CallableId>& from, std::vector<CallableId>& to) {
    std::ranges::copy_if(from, std::back_inserter(to), [&](CallableId id) { return builder.can_make(id); });
  };
  add(calls.crash, result.crash);
  add(calls.unit, result.unit);
  if (options.setup_calls) add(calls.setup, result.setup);
  if (options.argument_calls) add(calls.arguments, result.arguments);
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

}  // namespace reenact
