#include "solver/z3_solver.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "solver/testdata/random_conditions.h"
#include "symbolic/print.h"

namespace reenact::solver {
namespace {

using symbolic::Bits;
using symbolic::Evaluator;
using symbolic::Op;

class Z3 : public testing::Test {
 protected:
  Answer check(std::vector<Expr> clauses) { return solver_.check(clauses); }
  /// A model was found, and it holds.
  void expect_model(const std::vector<Expr>& clauses) {
    const Answer answer = solver_.check(clauses);
    ASSERT_TRUE(is_satisfiable(answer)) << (is_unknown(answer) ? std::get<Unknown>(answer).reason : "unsatisfiable");
    Evaluator evaluate(e_, std::get<Satisfiable>(answer).model);
    for (const Expr clause : clauses) EXPECT_TRUE(evaluate.holds(clause)) << symbolic::print(e_, clause);
  }

  Expressions e_;
  Z3Solver solver_{e_, {.time = std::chrono::minutes(1)}};  // not what a busy machine answers in two seconds
  Expr x_ = e_.symbol("x", 32);
  Expr y_ = e_.symbol("y", 32);
};

TEST_F(Z3, ModelsOfBits) {
  expect_model({e_.make(Op::kEq, e_.make(Op::kMul, x_, y_), e_.constant(391, 32)),
                e_.make(Op::kUlt, e_.constant(1, 32), x_), e_.make(Op::kUlt, x_, y_)});
}

TEST_F(Z3, CoresNameTheClauses) {
  const Answer answer = check({e_.make(Op::kSlt, x_, e_.constant(5, 32)), e_.make(Op::kEq, y_, e_.constant(1, 32)),
                               e_.make(Op::kSlt, e_.constant(9, 32), x_)});
  ASSERT_TRUE(is_unsatisfiable(answer));
  EXPECT_THAT(std::get<Unsatisfiable>(answer).core, testing::ElementsAre(0, 2));
}

TEST_F(Z3, ModelsOfArrays) {
  const Expr a = e_.array("a", 32, 8);
  const Expr stored = e_.make(Op::kStore, a, x_, e_.constant(7, 8));
  expect_model({e_.make(Op::kEq, e_.make(Op::kRead, stored, y_), e_.constant(9, 8)),
                e_.make(Op::kEq, e_.make(Op::kRead, a, e_.make(Op::kAdd, y_, e_.constant(1, 32))), e_.constant(8, 8))});
}

TEST_F(Z3, TablesAreReadBackwards) {
  std::vector<Bits> squares(200);
  for (std::size_t i = 0; i < squares.size(); ++i) squares[i] = Bits{i} * i % 251;
  const Expr table = e_.table(squares, 32, 8);
  const Expr read = e_.make(Op::kRead, table, e_.make(Op::kXor, x_, y_));
  const Answer answer = check({e_.make(Op::kEq, read, e_.constant(100, 8)), e_.make(Op::kEq, y_, e_.constant(5, 32))});
  ASSERT_TRUE(is_satisfiable(answer));
  const Bits index = std::get<Satisfiable>(answer).model.value(e_.symbol_of(x_)) ^ 5;
  EXPECT_EQ(squares[static_cast<std::size_t>(index)], 100);
  const bool there = std::ranges::find(squares, Bits{6}) != squares.end();
  EXPECT_EQ(is_satisfiable(check({e_.make(Op::kEq, read, e_.constant(6, 8))})), there);
}

TEST_F(Z3, ModelsOfFloats) {
  const Expr four = e_.constant(0x40800000, 32);
  expect_model({e_.make(Op::kFEq, e_.make(Op::kFMul, x_, x_), four), e_.make(Op::kFLt, x_, e_.constant(0, 32))});
  expect_model({e_.make(Op::kFLt, e_.convert(Op::kSToF, y_, 32), e_.make(Op::kFNeg, four))});
}

TEST_F(Z3, ANanIsNotEqualToItself) {
  expect_model({e_.negation(e_.make(Op::kFEq, x_, x_))});
  const Expr sum = e_.make(Op::kFAdd, x_, y_);
  const Answer answer =
      check({e_.make(Op::kFNan, sum), e_.negation(e_.make(Op::kFNan, x_)), e_.negation(e_.make(Op::kFNan, y_))});
  EXPECT_TRUE(is_satisfiable(answer)) << "infinities of different signs";
}

TEST_F(Z3, WhatNoIntegerCanHoldIsNotInfeasible) {
  // (int)3e9f is unspecified: no value of it may be excluded.
  const Expr big = e_.make(Op::kFEq, x_, e_.constant(std::bit_cast<std::uint32_t>(3e9f), 32));
  for (const std::uint32_t value : {0u, 77u, 0x80000000u})
    EXPECT_TRUE(is_satisfiable(check({big, e_.make(Op::kEq, e_.convert(Op::kFToS, x_, 32), e_.constant(value, 32))})));
  const Expr small = e_.make(Op::kFEq, x_, e_.constant(std::bit_cast<std::uint32_t>(3.7f), 32));
  EXPECT_TRUE(is_unsatisfiable(check({small, e_.make(Op::kEq, e_.convert(Op::kFToS, x_, 32), e_.constant(4, 32))})));
}

TEST_F(Z3, LimitsMakeItUnknown) {
  Z3Solver limited(e_, {.time = std::chrono::milliseconds(60'000), .steps = 1000});
  const Expr a = e_.symbol("a", 64);
  const Expr b = e_.symbol("b", 64);
  const std::vector<Expr> factors{
      e_.make(Op::kEq, e_.make(Op::kMul, a, b), e_.constant(Bits{4294967291u} * 4294967279u, 64)),
      e_.make(Op::kUlt, e_.constant(1, 64), a), e_.make(Op::kUlt, a, e_.constant(Bits{1} << 32, 64)),
      e_.make(Op::kUlt, e_.constant(1, 64), b), e_.make(Op::kUlt, b, e_.constant(Bits{1} << 32, 64))};
  const Answer answer = limited.check(factors);
  ASSERT_TRUE(is_unknown(answer));
  EXPECT_THAT(std::get<Unknown>(answer).reason, testing::StartsWith("Z3: "));
  // It goes on with the next.
  const std::vector<Expr> simple{e_.make(Op::kEq, a, e_.constant(3, 64))};
  EXPECT_TRUE(is_satisfiable(limited.check(simple)));
}

TEST_F(Z3, RandomModelsHold) {
  RandomConditions random(e_, Seed{7u}, {e_.symbol("c", 8), e_.symbol("h", 16), e_.symbol("w", 13)});
  int satisfiable = 0;
  for (int i = 0; i < 100; ++i) {
    const std::vector<Expr> clauses{random.condition(2), random.condition(2)};
    const Answer answer = solver_.check(clauses);
    if (!is_satisfiable(answer)) continue;
    ++satisfiable;
    Evaluator evaluate(e_, std::get<Satisfiable>(answer).model);
    for (const Expr clause : clauses) EXPECT_TRUE(evaluate.holds(clause)) << symbolic::print(e_, clause);
  }
  EXPECT_GT(satisfiable, 30);
}

TEST(Z3Solver, IsNotAskedAboutTooMuch) {
  Expressions e;
  Z3Solver solver(e, {.expressions = 5});
  const Expr x = e.symbol("x", 8), y = e.symbol("y", 8);
  EXPECT_TRUE(is_satisfiable(solver.check(std::vector{e.make(Op::kUlt, x, e.constant(3, 8))})));
  const Expr sum = e.make(Op::kAdd, e.make(Op::kMul, x, y), e.make(Op::kXor, x, y));
  EXPECT_TRUE(is_unknown(solver.check(std::vector{e.make(Op::kUlt, sum, x)})));
}

}  // namespace
}  // namespace reenact::solver
