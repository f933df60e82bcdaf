// cvc5 is asked the same, as text: it checks Z3's answers, our terms for Z3 and our SMT-LIB against each other.
#include <gtest/gtest.h>

#include <filesystem>

#include "base/files.h"
#include "base/process.h"
#include "solver/smtlib.h"
#include "solver/testdata/random_conditions.h"
#include "solver/z3_solver.h"

namespace reenact::solver {
namespace {

using symbolic::Bits;
using symbolic::Op;

class SecondSolver : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::path(testing::TempDir()) / ("second_solver_" + std::to_string(getpid()));
    ASSERT_TRUE(make_folder(folder_).has_value());
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  /// cvc5's words: "sat", "unsat" or "unknown".
  std::string asked(const std::vector<Expr>& clauses) {
    const auto file = folder_ / "query.smt2";
    EXPECT_TRUE(write_file(file, to_smtlib(e_, clauses)).has_value());
    const auto result = run_process({"cvc5", "--lang=smt2", "--tlimit=20000", file.string()});
    if (!result) return result.error().message;
    return result->out.substr(0, result->out.find('\n')) + result->err;
  }

  void expect_agreement(const std::vector<Expr>& clauses) {
    const Answer answer = z3_.check(clauses);
    if (is_unknown(answer)) return;
    const std::string other = asked(clauses);
    if (other.contains("timeout") || other == "unknown") return;
    ++compared_;
    EXPECT_EQ(is_satisfiable(answer) ? "sat" : "unsat", other) << to_smtlib(e_, clauses);
  }

  Expressions e_;
  Z3Solver z3_{e_, {.time = std::chrono::seconds(30)}};
  std::filesystem::path folder_;
  Expr x_ = e_.symbol("input.a[2]", 32);
  Expr y_ = e_.symbol("y", 32);
  int compared_ = 0;
};

TEST_F(SecondSolver, RandomConditions) {
  RandomConditions random(e_, Seed{11u}, {x_, e_.symbol("h", 16), e_.symbol("c", 8), e_.symbol("p", 1)});
  for (int i = 0; i < 25; ++i) expect_agreement({random.condition(2), random.condition(2), random.condition(1)});
  EXPECT_GT(compared_, 20);
}

TEST_F(SecondSolver, ArraysAndTables) {
  const Expr a = e_.array("a", 32, 8);
  const Expr stored = e_.make(Op::kStore, a, x_, e_.constant(7, 8));
  const Expr differs = e_.negation(e_.make(Op::kEq, e_.make(Op::kRead, stored, y_), e_.make(Op::kRead, a, y_)));
  expect_agreement({differs});
  expect_agreement({differs, e_.negation(e_.make(Op::kEq, x_, y_))});
  const std::vector<Bits> elements{5, 9, 9, 12};
  const Expr read = e_.make(Op::kRead, e_.table(elements, 32, 16), x_);
  expect_agreement({e_.make(Op::kEq, read, e_.constant(12, 16))});
  expect_agreement({e_.make(Op::kEq, read, e_.constant(13, 16))});
  expect_agreement({e_.make(Op::kEq, read, e_.constant(0, 16)), e_.make(Op::kUlt, x_, e_.constant(4, 32))});
  EXPECT_EQ(compared_, 5);
}

TEST_F(SecondSolver, Floats) {
  const Expr four = e_.constant(0x40800000, 32);
  const Expr integer = e_.convert(Op::kFToS, x_, 32);
  expect_agreement(
      {e_.make(Op::kFEq, e_.make(Op::kFAdd, x_, four), four), e_.negation(e_.make(Op::kEq, x_, e_.constant(0, 32)))});
  expect_agreement({e_.make(Op::kFLt, x_, x_)});
  expect_agreement({e_.make(Op::kFLt, four, x_), e_.make(Op::kEq, integer, e_.constant(4, 32))});
  expect_agreement({e_.make(Op::kFEq, x_, four), e_.make(Op::kEq, integer, e_.constant(5, 32))});
  expect_agreement({e_.make(Op::kFNan, x_), e_.make(Op::kEq, integer, e_.constant(5, 32))});
  expect_agreement(
      {e_.make(Op::kFEq, e_.convert(Op::kUToF, y_, 64), e_.convert(Op::kFToF, x_, 64)), e_.make(Op::kFLt, four, x_)});
  EXPECT_EQ(compared_, 6);
}

}  // namespace
}  // namespace reenact::solver
