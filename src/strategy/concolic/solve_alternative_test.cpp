#include "strategy/concolic/solve_alternative.h"

#include <gtest/gtest.h>

#include "base/clock.h"
#include "solver/solver_chain.h"
#include "strategy/concolic/testdata/clauses.h"

namespace reenact::concolic {
namespace {

class Tired final : public solver::Solver {
 public:
  solver::Answer check(std::span<const Expr>) override { return solver::Unknown{"tired"}; }
};

class SolveAlternative : public testing::Test {
 protected:
  Attempt attempt(std::vector<Clause> clauses) { return solve({std::move(clauses), 0}, {}, slicer_, solver_); }
  symbolic::Bits value(const Attempt& attempt, std::string_view path) {
    return attempt.model.value(c_.e.symbol_of(c_.symbol(path)));
  }

  Clauses c_;
  Slicer slicer_{c_.e, Dependence::kVariables};
  SteadyClock clock_;
  solver::SolverChain solver_{c_.e, {}, clock_};
};

TEST_F(SolveAlternative, ModelsSayOnlyWhatMatters) {
  const Attempt found = attempt({c_.at_most("a", 3), c_.equals("b", 4)});
  EXPECT_EQ(found.verdict, Verdict::kFeasible);
  EXPECT_EQ(value(found, "b"), 4);
  EXPECT_FALSE(found.model.values.contains(c_.e.symbol_of(c_.symbol("a"))));
}

TEST_F(SolveAlternative, TheLastClauseAloneWhereTheWholeIsUnsatisfiable) {
  const Attempt found = attempt({c_.at_most("a", 3), c_.equals("a", 9)});
  EXPECT_EQ(found.verdict, Verdict::kOptimistic);
  EXPECT_TRUE(found.path_infeasible);
  EXPECT_EQ(value(found, "a"), 9);
}

// memcpy(to, from, a) pinned a: another size may do, but b must still be small.
TEST_F(SolveAlternative, WhatWasPinnedGoesFirst) {
  Clause pin = c_.equals("a", 3);
  pin.is_pin = true;
  const Attempt found = attempt({pin, c_.less("a", "b"), c_.at_most("b", 20),
                                 c_.clause(c_.e.make(symbolic::Op::kSlt, c_.number(9), c_.symbol("a")))});
  EXPECT_EQ(found.verdict, Verdict::kOptimistic);
  EXPECT_GT(value(found, "a"), 9);
  EXPECT_GT(value(found, "b"), value(found, "a"));
}

TEST_F(SolveAlternative, WhatHoldsNowhereIsInfeasible) {
  const Clause never = c_.clause(
      c_.e.make(symbolic::Op::kEq, c_.e.make(symbolic::Op::kMul, c_.symbol("a"), c_.number(6)), c_.number(7)));
  EXPECT_EQ(attempt({never}).verdict, Verdict::kInfeasible);
}

TEST_F(SolveAlternative, UnknownIsNotInfeasible) {
  Tired tired;
  const Attempt found = solve({{c_.at_most("a", 3)}, 0}, {}, slicer_, tired);
  EXPECT_EQ(found.verdict, Verdict::kUnknown);
  EXPECT_FALSE(found.path_infeasible);
  EXPECT_EQ(found.reason, "tired");
}

TEST_F(SolveAlternative, AModelChangesTheInputItCameFrom) {
  symbolic::Assignment base{.values = {{symbolic::SymbolId{0u}, 1}, {symbolic::SymbolId{1u}, 2}}, .arrays = {}};
  const symbolic::Assignment model{.values = {{symbolic::SymbolId{1u}, 7}}, .arrays = {}};
  const symbolic::Assignment result = changed(base, model);
  EXPECT_EQ(result.value(symbolic::SymbolId{0u}), 1);
  EXPECT_EQ(result.value(symbolic::SymbolId{1u}), 7);
}

}  // namespace
}  // namespace reenact::concolic
