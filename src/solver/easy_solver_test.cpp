#include "solver/easy_solver.h"

#include <gtest/gtest.h>

#include "solver/silent_solver.h"
#include "solver/testdata/random_conditions.h"
#include "solver/z3_solver.h"
#include "symbolic/print.h"

namespace reenact::solver {
namespace {

using symbolic::Bits;
using symbolic::Op;

class Easy : public testing::Test {
 protected:
  Expr number(std::int64_t value, unsigned width = 32) { return e_.constant(static_cast<Bits>(value), width); }
  Answer check(std::vector<Expr> clauses) { return easy_.check(clauses); }
  Bits value_of(const Answer& answer, Expr symbol) {
    return std::get<Satisfiable>(answer).model.value(e_.symbol_of(symbol));
  }

  Expressions e_;
  SilentSolver nobody_;
  EasySolver easy_{e_, nobody_};
  Expr x_ = e_.symbol("x", 32);
  Expr c_ = e_.symbol("c", 8);
};

TEST_F(Easy, EqualAndLess) {
  EXPECT_EQ(value_of(check({e_.make(Op::kEq, x_, number(42))}), x_), 42);
  EXPECT_EQ(value_of(check({e_.make(Op::kSlt, x_, number(-5)), e_.make(Op::kSle, number(-6), x_)}), x_),
            Bits{0xfffffffa});
  EXPECT_EQ(value_of(check({e_.make(Op::kUle, number(7), x_), e_.negation(e_.make(Op::kEq, x_, number(7)))}), x_), 8);
}

TEST_F(Easy, Linear) {
  const Expr thrice = e_.make(Op::kMul, x_, number(3));
  EXPECT_EQ(value_of(check({e_.make(Op::kEq, e_.make(Op::kAdd, thrice, number(7)), number(22))}), x_), 5);
  const Expr six = e_.make(Op::kMul, x_, number(6));
  EXPECT_TRUE(is_unsatisfiable(check({e_.make(Op::kEq, six, number(7))})));
  EXPECT_TRUE(is_satisfiable(check({e_.make(Op::kEq, six, number(18)), e_.make(Op::kUlt, number(100), x_)})))
      << "the product wraps around";
}

TEST_F(Easy, Masks) {
  const Expr masked = e_.make(Op::kEq, e_.make(Op::kAnd, x_, number(0xf0c)), number(0x508));
  EXPECT_EQ(value_of(check({masked, e_.make(Op::kUlt, number(0x1000), x_)}), x_), Bits{0x1508});
  EXPECT_TRUE(is_unsatisfiable(check({masked, e_.make(Op::kUlt, x_, number(0x508))})));
  EXPECT_EQ(value_of(check({e_.make(Op::kEq, e_.extract(x_, 8, 8), number('A', 8))}), x_), Bits{0x4100});
}

TEST_F(Easy, CharactersByTrying) {
  const Expr upper = e_.make(Op::kAnd, e_.make(Op::kUle, number('A', 8), c_), e_.make(Op::kUle, c_, number('Z', 8)));
  EXPECT_EQ(value_of(check({e_.make(Op::kOr, upper, e_.make(Op::kEq, c_, number('_', 8)))}), c_), Bits{'A'})
      << "one that can be read";
  const Expr odd = e_.make(Op::kEq, e_.make(Op::kMul, c_, c_), number(3, 8));
  EXPECT_TRUE(is_unsatisfiable(check({odd})));
}

TEST_F(Easy, CoresLeaveOutWhatDoesNotMatter) {
  const Answer answer = check({e_.make(Op::kSlt, x_, number(100)), e_.make(Op::kSlt, x_, number(5)),
                               e_.make(Op::kSlt, number(3), x_), e_.make(Op::kSlt, number(9), x_)});
  ASSERT_TRUE(is_unsatisfiable(answer));
  EXPECT_EQ(std::get<Unsatisfiable>(answer).core, (std::vector<std::size_t>{1, 3}));
}

TEST_F(Easy, TheRestIsHandedOn) {
  EXPECT_TRUE(is_unknown(check({e_.make(Op::kUlt, x_, e_.convert(Op::kZExt, c_, 32))})));
  EXPECT_TRUE(is_unknown(check({e_.make(Op::kEq, e_.make(Op::kMul, x_, x_), number(16))})));
  EXPECT_EQ(nobody_.asked, 2);
  EXPECT_EQ(easy_.handed_on(), 2);
}

/// Clauses about `symbol`, mostly of the easy kinds.
Expr linear_clause(Expressions& e, RandomConditions& random, Expr symbol) {
  const unsigned width = e.width(symbol);
  Expr term = symbol;
  const auto constant = [&](unsigned w) {
    return e.constant(random.below(3) == 0 ? ~Bits{random.below(40)} : Bits{random.below(300)}, w);
  };
  for (std::size_t steps = random.below(4); steps > 0; --steps) {
    switch (random.below(8)) {
      case 0:
        term = e.make(Op::kAdd, term, constant(e.width(term)));
        break;
      case 1:
        term = e.make(Op::kSub, constant(e.width(term)), term);
        break;
      case 2:
        term = e.make(Op::kMul, term, constant(e.width(term)));
        break;
      case 3:
        term = e.make(Op::kNot, term);
        break;
      case 4:
        term = e.make(Op::kLShr, term, e.constant(random.below(width), e.width(term)));
        break;
      case 5:
        term = e.make(Op::kUDiv, term, constant(e.width(term)));
        break;
      case 6:
        term = e.make(Op::kAnd, term, constant(e.width(term)));
        break;
      default:
        term = e.width(term) < 64 ? e.convert(random.below(2) == 0 ? Op::kZExt : Op::kSExt, term, 64) : term;
    }
  }
  static constexpr Op kComparisons[] = {Op::kEq, Op::kUlt, Op::kUle, Op::kSlt, Op::kSle};
  const Op op = kComparisons[random.below(5)];
  const Expr bound = constant(e.width(term));
  const Expr made = random.below(2) == 0 ? e.make(op, term, bound) : e.make(op, bound, term);
  return random.below(3) == 0 ? e.negation(made) : made;
}

TEST_F(Easy, AgreesWithZ3) {
  Z3Solver z3(e_);
  for (const unsigned width : {8u, 16u, 32u, 64u}) {
    const Expr symbol = e_.symbol("s" + std::to_string(width), width);
    RandomConditions random(e_, Seed{width}, {symbol});
    for (int i = 0; i < 120; ++i) {
      std::vector<Expr> clauses;
      for (std::size_t count = 1 + random.below(4); count > 0; --count)
        clauses.push_back(linear_clause(e_, random, symbol));
      const Answer answer = easy_.check(clauses);
      if (is_unknown(answer)) continue;
      std::string shown;
      for (const Expr clause : clauses) shown += symbolic::print(e_, clause) + "; ";
      const Answer other = z3.check(clauses);
      EXPECT_EQ(is_satisfiable(answer), is_satisfiable(other)) << shown;
      if (const auto* model = std::get_if<Satisfiable>(&answer)) {
        symbolic::Evaluator evaluate(e_, model->model);
        for (const Expr clause : clauses) EXPECT_TRUE(evaluate.holds(clause)) << shown;
      } else {
        std::vector<Expr> core;
        for (const std::size_t position : std::get<Unsatisfiable>(answer).core) core.push_back(clauses[position]);
        EXPECT_TRUE(is_unsatisfiable(z3.check(core))) << shown;
      }
    }
  }
  EXPECT_GT(easy_.answered(), 300);
}

}  // namespace
}  // namespace reenact::solver
