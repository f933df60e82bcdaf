#include "strategy/guided/initial_tests.h"

namespace reenact {

CallChoice possible_calls(const GoalCalls& calls, const TestBuilder& builder) {
  CallChoice result;
  for (const CallableId id : calls.crash)
    if (builder.can_make(id)) result.crash.push_back(id);
  for (const CallableId id : calls.unit)
    if (builder.can_make(id)) result.unit.push_back(id);
  for (const CallableId id : calls.setup)
    if (builder.can_make(id)) result.setup.push_back(id);
  return result;
}

CallableId CallChoice::other(Random& random) const {
  const auto pick = [&](const std::vector<CallableId>& among) {
    return weights == nullptr ? random.pick(among) : weights->pick(among, random);
  };
  if (!setup.empty() && (unit.empty() || random.chance(setups))) return pick(setup);
  return unit.empty() ? random.pick(crash) : pick(unit);
}

void initial_test(TestCase& out, const CallChoice& calls, TestBuilder& builder, Random& random, std::size_t max_calls) {
  out.clear();
  const std::size_t size = 1 + random.below(max_calls);
  double probability = 1.0 / static_cast<double>(size);
  bool has_crash = false;
  for (std::size_t step = 0; step < size && out.size() + 6 < kMaxStatements; ++step) {
    if ((calls.unit.empty() && calls.setup.empty()) || random.chance(probability)) {
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
