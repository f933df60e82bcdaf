// Builds and changes test cases so that they always stay valid.
#pragma once

#include <optional>
#include <vector>

#include "base/random.h"
#include "testcase/test_case.h"
#include "testcase/values.h"

namespace reenact {

inline constexpr std::size_t kMaxStatements = 60;

class TestBuilder {
 public:
  /// Keeps references: `api`, `pool` and `random` must outlive the builder.
  TestBuilder(const ApiModel& api, const ValuePool& pool, Random& random);

  /// Can every parameter of the callable be filled by legal statements?
  [[nodiscard]] bool can_make(CallableId callable) const;
  /// Appends a call with all it needs: earlier variables, null, or fresh ones made recursively. REQUIRES: can_make.
  StatementIndex append_call(TestCase& test, CallableId callable);

  /// `out` = `test` without statement `at`; what used it uses another variable, a fresh one, or null instead.
  void remove(const TestCase& test, std::size_t at, TestCase& out);
  /// `out` = `test` with one change of statement `at`: a new value, another argument, or another call with its result.
  void change(const TestCase& test, std::size_t at, TestCase& out);
  /// `out` = `test` with a call of `callable` (and what it needs) put in front of statement `at`.
  void insert(const TestCase& test, std::size_t at, CallableId callable, TestCase& out);
  /// Single-point crossover: the first `cut_a` statements of `a`, then those of `b` from `cut_b` on, repaired.
  void cross(const TestCase& a, std::size_t cut_a, const TestCase& b, std::size_t cut_b, TestCase& out);
  /// `out` = `test` without statements whose variable nobody uses and that only make a variable.
  void prune(const TestCase& test, TestCase& out) const;
  /// `out` = the part of `test` that the call `root` depends on: what made its arguments, and what was done before it
  /// with the objects among these. Only state that no argument leads to (globals) can make a difference.
  void slice(const TestCase& test, std::size_t root, TestCase& out) const;

 private:
  static constexpr std::uint32_t kNotCopied = 0xffff'ffff;
  static constexpr unsigned kImpossible = 1'000'000;

  void compute_costs();
  [[nodiscard]] unsigned cost_of(const Callable& callable) const;
  [[nodiscard]] bool is_literal(TypeId type) const;
  [[nodiscard]] std::optional<CallableId> literal_producer(const std::vector<CallableId>& producers);
  StatementIndex append_literal(TestCase& test, TypeId type);
  StatementIndex append_call(TestCase& test, CallableId callable, unsigned depth);
  StatementIndex append_owned(TestCase& test, TypeId type, unsigned depth);
  StatementIndex append_variable(TestCase& test, TypeId type, unsigned depth);
  [[nodiscard]] Argument fill(TestCase& test, const Parameter& parameter, unsigned depth);
  [[nodiscard]] bool reuse(const TestCase& test, const Parameter& parameter, Argument& argument);
  [[nodiscard]] Argument fresh(TestCase& test, const Parameter& parameter, unsigned depth);
  /// Copies statement `i` of `from` behind `to`; missing sources are copied too if `deep`, else refilled.
  StatementIndex copy(const TestCase& from, std::size_t i, TestCase& to, std::vector<std::uint32_t>& map, bool deep);
  StatementIndex copy_literal(const TestCase& from, const Statement& statement, TestCase& to);
  void copy_range(const TestCase& from, std::size_t first, std::size_t last, TestCase& to, bool deep);
  void copy_used(const TestCase& from, const std::vector<bool>& used, TestCase& to) const;
  void change_literal(const TestCase& test, const Statement& statement, TestCase& out);
  bool change_call(const TestCase& test, const Statement& statement, TestCase& out, std::vector<std::uint32_t>& map);

  const ApiModel& api_;
  const ValuePool& pool_;
  Random& random_;
  std::vector<unsigned> type_cost_;  // statements needed to make a variable of the type
  std::vector<unsigned> callable_cost_;
  std::vector<std::uint32_t> map_;
  std::vector<Argument> copied_;  // a stack, of copy()
  std::string scratch_;
  std::vector<CallableId> candidate_ids_;
  std::vector<std::pair<std::uint32_t, const Source*>> candidates_;
};

}  // namespace reenact
