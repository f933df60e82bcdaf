#include "strategy/deepener.h"

#include <bit>

#include "testcase/minimise.h"
#include "testcase/nesting.h"

namespace reenact {

Expected<void> Deepener::run(const TestCase& test) {
  context_.budget.spend(1);
  is_crash_ = false;
  return context_.executor.run_alone(test, [&](const Observation& run) {
    is_crash_ = context_.fitness.evaluate(run) <= 0;
    kind_ = run.kind;
  });
}

Expected<std::optional<TestCase>> Deepener::deep_enough(const TestCase& test) {
  if (const auto ran = run(test); !ran) return std::unexpected(ran.error());
  if (is_crash_) return test;
  for (const Deepening what : {Deepening::kTexts, Deepening::kNumbersToo})
    for (std::size_t times = 2; !context_.budget.interrupted(); times *= 2) {
      auto deeper = made_deeper(test, context_.api, what, times);
      if (!deeper) break;
      if (const auto ran = run(*deeper); !ran) return std::unexpected(ran.error());
      if (is_crash_) return deeper;
      if (kind_ == CrashKind::kTimeout) break;
    }
  return std::nullopt;
}

TestCase Deepener::shrunk(const TestCase& test) {
  constexpr std::uint64_t kTries = 2000;
  const std::uint64_t before = context_.budget.executions();
  const auto still_exhausts = [&](const TestCase& candidate) { return run(candidate) && is_crash_; };
  const auto stop = [&] { return context_.budget.exhausted() || context_.budget.executions() - before >= kTries; };
  return minimise(test, context_.api, still_exhausts, stop, true);
}

Expected<std::optional<TestCase>> Deepener::deepen(const TestCase& test) {
  const bool is_asked = context_.goal.report != nullptr && context_.goal.report->kind == CrashKind::kStackOverflow;
  if (!is_asked || !std::has_single_bit(++too_shallow_)) return std::nullopt;
  const auto exhausting = deep_enough(test);
  if (!exhausting || !*exhausting) return exhausting;
  const TestCase small = shrunk(**exhausting);
  const WholeStack as_printed(context_.executor);
  return deep_enough(small);
}

}  // namespace reenact
