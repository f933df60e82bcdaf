// Tests made from nothing: EvoCrash's initial population, in which every test calls a method of M_crash.
#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "base/random.h"
#include "generate/builder.h"
#include "strategy/guided/call_weights.h"
#include "strategy/guided/goal_calls.h"

namespace reenact {

/// The goal's calls that can be made at all: of M_crash, of the unit, and of what sets up their arguments.
struct CallChoice {
  std::vector<CallableId> crash, unit, setup, arguments;
  CallWeights* weights = nullptr;  // of those that need not reach the target; null: all alike
  double setups = 0.5;             // share of `setup` among other(), where there are such
  double shaped = 0.15;            // share of `arguments`, likewise: there are many fields, and few of them matter
  /// A call that need not reach the target. REQUIRES: !crash.empty().
  [[nodiscard]] CallableId other(Random& random) const;

  const Usage* usage = nullptr;  // null: nobody is asked
  /// Where sequences of `usage` have a call of M_crash: the sequence, and the place in it.
  std::vector<std::pair<std::size_t, std::size_t>> crash_uses;
  /// A call that users make right in front of `callable`, or right behind it; nullopt: none is known, or it cannot be made.
  [[nodiscard]] std::optional<CallableId> neighbour(CallableId callable, bool in_front, const TestBuilder& builder,
                                                    Random& random) const;
};

[[nodiscard]] CallChoice possible_calls(const GoalCalls& calls, const GuidedOptions& options,
                                        const TestBuilder& builder);

/// One initial test (EvoCrash's Algorithm 1): a call of M_crash with p = 1/size, else another of the unit; p rises with
/// every step that brought none, so that the last step is sure to.
void initial_test(TestCase& out, const CallChoice& calls, TestBuilder& builder, Random& random, std::size_t max_calls);

/// One that does what a test or an example of the project does up to a call of M_crash, or up to some place, and then makes one; a step in seven is left
/// out, and so is the middle of what is longer than `max_calls`. REQUIRES: calls.usage has sequences.
void usage_test(TestCase& out, const CallChoice& calls, TestBuilder& builder, Random& random, std::size_t max_calls);

}  // namespace reenact
