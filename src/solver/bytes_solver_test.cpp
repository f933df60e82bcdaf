#include "solver/bytes_solver.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "solver/silent_solver.h"
#include "symbolic/symbols.h"

namespace reenact::solver {
namespace {

using symbolic::Bits;
using symbolic::Op;

class BytesSolverTest : public testing::Test {
 protected:
  Expr character(int number) { return e_.symbol("text[" + std::to_string(number) + "]", 8); }
  Expr byte(Bits value) { return e_.constant(value, 8); }
  /// The value of so many digits in 64 bits, and that they are digits.
  Expr number(int digits) {
    Expr value = e_.constant(0, 64);
    for (int i = 0; i < digits; ++i) {
      clauses_.push_back(e_.make(Op::kSle, byte('0'), character(i)));
      clauses_.push_back(e_.make(Op::kSle, character(i), byte('9')));
      const Expr digit = e_.make(Op::kSub, e_.convert(Op::kSExt, character(i), 64), e_.constant('0', 64));
      value = e_.make(Op::kAdd, e_.make(Op::kMul, value, e_.constant(10, 64)), digit);
    }
    return value;
  }
  bool holds(const Answer& answer) {
    const auto* found = std::get_if<Satisfiable>(&answer);
    if (found == nullptr) return false;
    symbolic::Evaluator evaluate(e_, found->model);
    return std::ranges::all_of(clauses_, [&](Expr clause) { return evaluate.holds(clause); });
  }

  Expressions e_;
  std::vector<Expr> clauses_;
  SilentSolver silent_;
  BytesSolver bytes_{e_, silent_};
};

TEST_F(BytesSolverTest, FindsALongDecimalNumber) {
  clauses_.push_back(e_.make(Op::kEq, number(17), e_.constant(31415926535897932, 64)));
  EXPECT_TRUE(holds(bytes_.check(clauses_)));
  EXPECT_EQ(silent_.asked, 0);
}

TEST_F(BytesSolverTest, ProvesThatANumberIsNotTwoThingsAtOnce) {
  const Expr value = number(12);
  clauses_.push_back(e_.make(Op::kUlt, value, e_.constant(300, 64)));
  const std::size_t last = clauses_.size();
  clauses_.push_back(e_.make(Op::kUlt, e_.constant(100, 64), e_.make(Op::kSub, value, e_.constant(300, 64))));
  clauses_.push_back(e_.make(Op::kEq, value, e_.constant(350, 64)));
  const Answer answer = bytes_.check(clauses_);
  ASSERT_TRUE(is_unsatisfiable(answer));
  EXPECT_NE(std::ranges::find(std::get<Unsatisfiable>(answer).core, last + 1),
            std::get<Unsatisfiable>(answer).core.end());
  EXPECT_EQ(silent_.asked, 0);
}

/// The tables of a scanner: a class for each character, and a next state for each state and class.
TEST_F(BytesSolverTest, FindsTheWordOfAScanner) {
  std::vector<Bits> classes(256), next;
  const std::string word = "while";
  for (std::size_t i = 0; i < word.size(); ++i) classes[static_cast<unsigned char>(word[i])] = i + 1;
  for (std::size_t state = 0; state < 8; ++state)
    for (std::size_t kind = 0; kind < 8; ++kind) next.push_back(kind == state + 1 ? state + 1 : 7);
  const Expr class_table = e_.table(classes, 64, 8), next_table = e_.table(next, 64, 8);
  Expr state = e_.constant(0, 64);
  for (int i = 0; i < 5; ++i) {
    const Expr kind =
        e_.convert(Op::kZExt, e_.make(Op::kRead, class_table, e_.convert(Op::kZExt, character(i), 64)), 64);
    const Expr at = e_.make(Op::kAdd, e_.make(Op::kMul, state, e_.constant(8, 64)), kind);
    state = e_.convert(Op::kZExt, e_.make(Op::kRead, next_table, at), 64);
  }
  clauses_.push_back(e_.make(Op::kEq, state, e_.constant(5, 64)));
  const Answer answer = bytes_.check(clauses_);
  ASSERT_TRUE(holds(answer));
  EXPECT_EQ(silent_.asked, 0);
}

TEST_F(BytesSolverTest, WhatIsPreferredIsKept) {
  const Expr sum = e_.make(Op::kAdd, character(0), e_.make(Op::kAdd, character(1), character(2)));
  clauses_.push_back(e_.make(Op::kEq, sum, byte(60)));
  Assignment preferred;
  for (int i = 0; i < 2; ++i) preferred.values.emplace(e_.symbol_of(character(i)), 7 + i);
  bytes_.prefer(preferred);
  const Answer answer = bytes_.check(clauses_);
  ASSERT_TRUE(holds(answer));
  const Assignment& model = std::get<Satisfiable>(answer).model;
  EXPECT_EQ(model.value(e_.symbol_of(character(0))), 7);
  EXPECT_EQ(model.value(e_.symbol_of(character(1))), 8);
  EXPECT_EQ(model.value(e_.symbol_of(character(2))), 45);
}

TEST_F(BytesSolverTest, ACharacterBetweenDoesNotMatter) {
  // First and last contradict each other, whatever the ten between are.
  clauses_.push_back(e_.make(Op::kUlt, character(0), character(11)));
  for (int i = 1; i < 11; ++i)
    clauses_.push_back(e_.make(Op::kUle, character(0), e_.make(Op::kOr, character(0), character(i))));
  clauses_.push_back(e_.make(Op::kUlt, character(11), character(0)));
  const Answer answer = bytes_.check(clauses_);
  ASSERT_TRUE(is_unsatisfiable(answer));
  EXPECT_EQ(silent_.asked, 0);
}

TEST_F(BytesSolverTest, WiderSymbolsAreOthersBusiness) {
  clauses_.push_back(e_.make(Op::kEq, e_.symbol("n", 32), e_.convert(Op::kZExt, character(0), 32)));
  EXPECT_TRUE(is_unknown(bytes_.check(clauses_)));
  EXPECT_EQ(silent_.asked, 1);
}

/// Against trying all values: what is said to be possible is, and a core is one.
TEST_F(BytesSolverTest, AgreesWithTryingEverything) {
  std::mt19937 random(7);
  const auto roll = [&](unsigned sides) { return static_cast<unsigned>(random() % sides); };
  int satisfiable = 0, unsatisfiable = 0;
  for (int round = 0; round < 400; ++round) {
    std::vector<Expr> symbols;
    for (int i = 0; i < 3; ++i) symbols.push_back(e_.symbol("s" + std::to_string(i), 3));
    std::vector<Expr> terms = symbols;
    for (int i = 0; i < 8; ++i) {
      static constexpr Op kOps[] = {Op::kAdd, Op::kSub,  Op::kMul,  Op::kAnd, Op::kOr,
                                    Op::kXor, Op::kUDiv, Op::kURem, Op::kShl, Op::kLShr};
      const Expr a = terms[roll(static_cast<unsigned>(terms.size()))],
                 b = terms[roll(static_cast<unsigned>(terms.size()))];
      terms.push_back(roll(5) == 0 ? e_.constant(roll(8), 3) : e_.make(kOps[roll(10)], a, b));
    }
    std::vector<Expr> clauses;
    for (unsigned i = 0; i < 3 + roll(4); ++i) {
      static constexpr Op kOps[] = {Op::kEq, Op::kUlt, Op::kUle, Op::kSlt, Op::kSle};
      const Expr made =
          e_.make(kOps[roll(5)], terms[terms.size() - 1 - roll(8)], terms[roll(static_cast<unsigned>(terms.size()))]);
      clauses.push_back(roll(3) == 0 ? e_.negation(made) : made);
    }
    const auto possible = [&](const std::vector<Expr>& wanted) {
      for (unsigned values = 0; values < 512; ++values) {
        Assignment assignment;
        for (unsigned i = 0; i < 3; ++i) assignment.values.emplace(e_.symbol_of(symbols[i]), values >> 3 * i & 7);
        symbolic::Evaluator evaluate(e_, assignment);
        if (std::ranges::all_of(wanted, [&](Expr clause) { return evaluate.holds(clause); })) return true;
      }
      return false;
    };
    const Answer answer = bytes_.check(clauses);
    if (is_unknown(answer)) continue;  // constants only
    EXPECT_EQ(is_satisfiable(answer), possible(clauses)) << round;
    if (const auto* proof = std::get_if<Unsatisfiable>(&answer)) {
      std::vector<Expr> core;
      for (const std::size_t i : proof->core) core.push_back(clauses[i]);
      EXPECT_FALSE(possible(core)) << round;
    }
    satisfiable += is_satisfiable(answer) ? 1 : 0;
    unsatisfiable += is_unsatisfiable(answer) ? 1 : 0;
  }
  EXPECT_GT(satisfiable, 50);
  EXPECT_GT(unsatisfiable, 50);
}

}  // namespace
}  // namespace reenact::solver
