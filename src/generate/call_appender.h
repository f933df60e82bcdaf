// Appends calls to a test with all they need: earlier variables, null, or fresh ones, made recursively.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/random.h"
#include "generate/construction_cost.h"
#include "generate/values.h"
#include "testcase/test_case.h"

namespace reenact {

/// Does nothing but the length of its buffer fit (a text that becomes a std::string or a file)? Then it comes and changes
/// with the buffer alone.
[[nodiscard]] inline bool is_only_length(const Parameter& parameter) {
  return parameter.length_of && !parameter.sources.empty() &&
         std::ranges::all_of(parameter.sources, [](const Source& each) { return each.mode == PassMode::kLength; });
}

class CallAppender {
 public:
  /// Keeps references: `api`, `pool` and `random` must outlive the appender.
  CallAppender(const ApiModel& api, const ValuePool& pool, Random& random)
      : api_(api), pool_(pool), random_(random), costs_(api) {}

  [[nodiscard]] const ConstructionCosts& costs() const { return costs_; }

  /// Appends a call and, in front of it, what its arguments need. `depth`: of how many calls that are being made this one
  /// is an argument; the deeper, the cheaper is what is chosen. REQUIRES: costs().can_make(callable).
  StatementIndex append_call(TestCase& test, CallableId callable, unsigned depth);
  /// An argument for `parameter` of a call that will be appended next; null only if the parameter takes it, or if nothing
  /// makes what it takes.
  [[nodiscard]] Argument argument_for(TestCase& test, const Parameter& parameter, unsigned depth);

 private:
  [[nodiscard]] std::optional<CallableId> literal_producer(const std::vector<CallableId>& producers);
  [[nodiscard]] CallableId cheapest(const std::vector<CallableId>& producers, CallableId start) const;
  [[nodiscard]] CallableId producer_for(TypeId type, unsigned depth);
  StatementIndex append_literal(TestCase& test, TypeId type);
  using ShownValues = std::span<const std::optional<ReportedValue>>;
  /// What the report shows of a call; empty: nothing, or it is to be made otherwise this time.
  [[nodiscard]] ShownValues as_reported(CallableId callable);
  /// nullopt: no literal that `parameter` takes says it.
  [[nodiscard]] std::optional<Argument> reported_argument(TestCase& test, const Parameter& parameter,
                                                          const ReportedValue& value, unsigned depth);
  [[nodiscard]] std::optional<StatementIndex> append_reported(TestCase& test, TypeId type, const ReportedValue& value,
                                                              unsigned depth);
  /// `shown`: by parameter; of those behind its end nothing is shown.
  StatementIndex append_call(TestCase& test, const Callable& callable, ShownValues shown, unsigned depth);
  StatementIndex append_owned(TestCase& test, TypeId type, const Parameter& parameter, unsigned depth);
  StatementIndex append_variable(TestCase& test, TypeId type, unsigned depth);
  [[nodiscard]] bool must_be_null(const Parameter& parameter, unsigned depth) const;
  [[nodiscard]] double chance_of_null(const Parameter& parameter) const;
  [[nodiscard]] bool reuse(const TestCase& test, const Parameter& parameter, Argument& argument);
  [[nodiscard]] const Source* fresh_source(const Parameter& parameter, unsigned depth);
  [[nodiscard]] const Source* fresh_source(const Parameter& parameter, unsigned depth, bool stubs_too);
  [[nodiscard]] bool is_made_by_stubs(TypeId type) const;
  [[nodiscard]] Argument fresh(TestCase& test, const Parameter& parameter, unsigned depth);

  const ApiModel& api_;
  const ValuePool& pool_;
  const CallDraws& draws_ = pool_.draws.calls;
  Random& random_;
  ConstructionCosts costs_;
  // Recycled, so that appending allocates nothing.
  std::vector<CallableId> candidate_ids_;
  std::vector<std::pair<std::uint32_t, const Source*>> candidates_;
};

}  // namespace reenact
