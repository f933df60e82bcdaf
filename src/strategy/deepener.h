// From a test that exhausts the small stack of a search to one that exhausts a whole one (docs/ideas/exhausted-stacks.md).
#pragma once

#include <cstdint>
#include <optional>

#include "abi/limits.h"
#include "strategy/strategy.h"

namespace reenact {

class Deepener {
 public:
  /// `context` must outlive it.
  explicit Deepener(const SearchContext& context) : context_(context) {}

  /// Did a test that passed nest so deep that it is worth making it deeper?
  [[nodiscard]] static bool is_deep(const Observation& run) { return !run.raised && run.depth >= kReenactDeep; }
  /// `test`, which is not the crash with a whole stack, as deep as the crash takes. nullopt: there is no such test; the goal is no exhausted
  /// stack; or `test` is one of those that are left out: where none becomes the crash (the subject ends recursion at a limit of
  /// its own), ever fewer are tried. Spends the budget. Errors: the executor's.
  [[nodiscard]] Expected<std::optional<TestCase>> deepen(const TestCase& test);

 private:
  /// The first of `test` and ever deeper forms of it that is the crash; nullopt: none is.
  [[nodiscard]] Expected<std::optional<TestCase>> deep_enough(const TestCase& test);
  /// What need not be deep would become deep with the rest; and with a small stack, tests run fast.
  [[nodiscard]] TestCase shrunk(const TestCase& test);
  /// Alone.
  Expected<void> run(const TestCase& test);

  const SearchContext& context_;
  CrashKind kind_ = CrashKind::kUnknown;  // of the last run
  bool is_crash_ = false;                 // was it?
  std::uint64_t too_shallow_ = 0;         // tests so far
};

}  // namespace reenact
