// Builds and changes test cases so that they always stay valid.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/random.h"
#include "generate/call_appender.h"
#include "generate/statement_copier.h"
#include "generate/values.h"
#include "testcase/test_case.h"

namespace reenact {

class TestBuilder {
 public:
  /// Keeps references: `api`, `pool` and `random` must outlive the builder.
  TestBuilder(const ApiModel& api, const ValuePool& pool, Random& random);
  TestBuilder(const TestBuilder&) = delete;
  TestBuilder& operator=(const TestBuilder&) = delete;

  /// Can every parameter of the callable be filled by legal statements?
  [[nodiscard]] bool can_make(CallableId callable) const;
  /// Appends a call with all it needs: earlier variables, null, or fresh ones made recursively. REQUIRES: can_make.
  StatementIndex append_call(TestCase& test, CallableId callable);

  /// `out` = `test` without statement `at`; what used it uses another variable, a fresh one, or null instead.
  void remove(const TestCase& test, std::size_t at, TestCase& out);
  /// `out` = `test` with one change of statement `at`: a new value, another argument, or another call with its result.
  void change(const TestCase& test, std::size_t at, TestCase& out);
  /// `out` = `test` with the text of statement `at` joined with `other` (join_texts()). REQUIRES: it is a text.
  void join(const TestCase& test, std::size_t at, std::string_view other, TestCase& out);
  /// `out` = `test` with a call of `callable` (and what it needs) put in front of statement `at`.
  void insert(const TestCase& test, std::size_t at, CallableId callable, TestCase& out);
  /// Single-point crossover: the first `cut_a` statements of `a`, then those of `b` from `cut_b` on, repaired.
  void cross(const TestCase& a, std::size_t cut_a, const TestCase& b, std::size_t cut_b, TestCase& out);
  /// `out` = `test` without statements whose variable nobody uses and that only make a variable. Here and below: see
  /// testcase/subset.h.
  void prune(const TestCase& test, TestCase& out) const;
  /// `out` = the part of `test` that the call `root` depends on.
  void slice(const TestCase& test, std::size_t root, TestCase& out) const;
  /// Of functions and methods: what may change the state of the library itself.
  [[nodiscard]] std::size_t calls_of_functions(const TestCase& test) const;

 private:
  template <typename Change>
  void change_text_statement(const TestCase& test, const Statement& statement, TestCase& out, Change change);
  void change_literal(const TestCase& test, const Statement& statement, TestCase& out);
  bool change_call(const TestCase& test, std::size_t at, TestCase& out);
  void change_argument(const Callable& callable, std::size_t changed, std::vector<Argument>& arguments, TestCase& out);

  const ApiModel& api_;
  const ValuePool& pool_;
  const CallDraws& draws_ = pool_.draws.calls;
  Random& random_;
  CallAppender appender_;
  StatementCopier copier_;
  std::string scratch_;
  std::vector<Argument> arguments_;  // of the call being changed
};

}  // namespace reenact
