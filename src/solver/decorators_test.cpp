#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <sstream>

#include "solver/solver_chain.h"
#include "solver/stoppable_solver.h"
#include "solver/testdata/random_conditions.h"

namespace reenact::solver {
namespace {

using symbolic::Op;
using testing::ElementsAre;

/// Gives prepared answers, and remembers what it was asked.
class Prepared final : public Solver {
 public:
  Answer check(std::span<const Expr> clauses) override {
    asked.emplace_back(clauses.begin(), clauses.end());
    return answer;
  }
  Answer answer = Satisfiable{};
  std::vector<std::vector<Expr>> asked;
};

class Decorators : public testing::Test {
 protected:
  Expr less(Expr a, std::uint64_t bound) { return e_.make(Op::kUlt, a, e_.constant(bound, 32)); }
  Expr more(Expr a, std::uint64_t bound) { return e_.make(Op::kUlt, e_.constant(bound, 32), a); }

  void expect_model(const Answer& answer, const std::vector<Expr>& query) {
    ASSERT_TRUE(is_satisfiable(answer));
    symbolic::Evaluator model(e_, std::get<Satisfiable>(answer).model);
    for (const Expr each : query) EXPECT_TRUE(model.holds(each));
  }

  Expressions e_;
  Prepared inner_;
  Expr x_ = e_.symbol("x", 32), y_ = e_.symbol("y", 32), z_ = e_.symbol("z", 32);
};

TEST_F(Decorators, SlicingAsksForIndependentPartsAlone) {
  SlicingSolver slicing(e_, inner_);
  const Expr both = e_.make(Op::kUlt, x_, z_);
  const std::vector<Expr> query{less(x_, 9), less(y_, 8), both};
  EXPECT_TRUE(is_satisfiable(slicing.check(query)));
  EXPECT_THAT(inner_.asked, ElementsAre(ElementsAre(query[0], both), ElementsAre(query[1])));
}

TEST_F(Decorators, SlicingFindsTheCoreInTheWholeQuery) {
  Z3Solver z3(e_);
  SlicingSolver slicing(e_, z3);
  const std::vector<Expr> query{less(x_, 9), less(y_, 8), more(x_, 3), more(y_, 12)};
  const Answer answer = slicing.check(query);
  ASSERT_TRUE(is_unsatisfiable(answer));
  EXPECT_THAT(std::get<Unsatisfiable>(answer).core, ElementsAre(1, 3));
}

TEST_F(Decorators, FieldsOfAnObjectAreIndependent) {
  SlicingSolver slicing(e_, inner_);
  ReadsSolver reads(e_, slicing);
  const Expr memory = e_.array("M32", 64, 32), object = e_.symbol("object", 64);
  const Expr first = e_.make(Op::kRead, memory, object);
  const Expr second = e_.make(Op::kRead, memory, e_.make(Op::kAdd, object, e_.constant(4, 64)));
  EXPECT_TRUE(is_satisfiable(reads.check(std::vector{less(first, 9), less(second, 8)})));
  EXPECT_EQ(inner_.asked.size(), 2);
}

TEST_F(Decorators, ElementsOfOnePlaceAreEqual) {
  Z3Solver z3(e_);
  ReadsSolver reads(e_, z3);
  const Expr memory = e_.array("M32", 64, 32), p = e_.symbol("p", 64), q = e_.symbol("q", 64);
  const Expr at_p = e_.make(Op::kRead, memory, p), at_q = e_.make(Op::kRead, memory, q);
  const Expr same = e_.make(Op::kEq, p, q);
  const Answer never = reads.check(std::vector{less(x_, 1), less(at_p, 9), more(at_q, 9), same});
  ASSERT_TRUE(is_unsatisfiable(never));
  EXPECT_THAT(std::get<Unsatisfiable>(never).core, ElementsAre(1, 2, 3));
  const std::vector can{less(at_p, 9), more(at_q, 9)};
  const Answer answer = reads.check(can);
  expect_model(answer, can);
}

TEST_F(Decorators, ElementsFoundByElementsAreFound) {
  Z3Solver z3(e_);
  ReadsSolver reads(e_, z3);
  const Expr pointers = e_.array("M64", 64, 64), numbers = e_.array("M32", 64, 32), p = e_.symbol("p", 64);
  const Expr next = e_.make(Op::kRead, pointers, p), after = e_.make(Op::kRead, pointers, next);
  const std::vector query{more(e_.make(Op::kRead, numbers, after), 5), e_.negation(e_.make(Op::kEq, next, p)),
                          e_.make(Op::kEq, after, p)};
  const Answer answer = reads.check(query);
  expect_model(answer, query);
}

TEST_F(Decorators, ReadsAreFoundInWhatIsDeeperThanAStack) {
  ReadsSolver reads(e_, inner_);
  Expr sum = e_.make(Op::kRead, e_.array("M32", 64, 32), e_.symbol("p", 64));
  for (int i = 0; i < 200'000; ++i) sum = e_.make(i % 2 == 0 ? Op::kXor : Op::kAdd, sum, i % 3 == 0 ? x_ : y_);
  EXPECT_TRUE(is_satisfiable(reads.check(std::vector{less(sum, 9)})));
  EXPECT_EQ(inner_.asked.size(), 1U);
}

TEST_F(Decorators, LocalSearchFindsModelsThatHold) {
  LocalSearchSolver search(e_, inner_);
  inner_.answer = Unknown{"asked"};
  // x * 4 + 12 == y, y < z, z < 100, (z & 7) == 5
  const std::vector query{
      e_.make(Op::kEq, e_.make(Op::kAdd, e_.make(Op::kMul, x_, e_.constant(4, 32)), e_.constant(12, 32)), y_),
      e_.make(Op::kUlt, y_, z_), less(z_, 100),
      e_.make(Op::kEq, e_.make(Op::kAnd, z_, e_.constant(7, 32)), e_.constant(5, 32))};
  const Answer answer = search.check(query);
  expect_model(answer, query);
  EXPECT_TRUE(inner_.asked.empty());
}

TEST_F(Decorators, LocalSearchFindsFactorsOfWhatIsNotZero) {
  LocalSearchSolver search(e_, inner_);
  inner_.answer = Unknown{"Z3 multiplies 64 bits for a second"};
  const auto wide = [&](Expr each) { return e_.convert(Op::kZExt, each, 64); };
  const Expr product = e_.make(Op::kMul, wide(x_), wide(y_));
  const auto is_not = [&](std::uint64_t n) { return e_.negation(e_.make(Op::kEq, product, e_.constant(n, 64))); };
  EXPECT_TRUE(is_satisfiable(search.check(std::vector{is_not(0), is_not(1)})));
}

TEST_F(Decorators, LocalSearchFindsFloats) {
  LocalSearchSolver search(e_, inner_);
  inner_.answer = Unknown{"Z3 makes clauses of each bit of a float"};
  const auto number = [&](float value) { return e_.constant(std::bit_cast<std::uint32_t>(value), 32); };
  // mass = density * area; mass > 2.5; density < 0.5; area <= 100; static_cast<int>(area) == 40
  const Expr mass = e_.make(Op::kFMul, x_, y_);
  const std::vector query{e_.make(Op::kFLt, number(2.5F), mass), e_.make(Op::kFLt, x_, number(0.5F)),
                          e_.make(Op::kFLe, y_, number(100.0F)),
                          e_.make(Op::kEq, e_.convert(Op::kFToS, y_, 32), e_.constant(40, 32))};
  const Answer answer = search.check(query);
  expect_model(answer, query);
}

TEST_F(Decorators, WhatLocalSearchDoesNotFindIsAsked) {
  LocalSearchSolver search(e_, inner_);
  inner_.answer = Unsatisfiable{{0, 1}};
  EXPECT_TRUE(is_unsatisfiable(search.check(std::vector{less(x_, 5), more(x_, 5)})));
  EXPECT_EQ(inner_.asked.size(), 1U);
}

TEST_F(Decorators, LocalSearchFindsPlacesInTables) {
  LocalSearchSolver search(e_, inner_);
  inner_.answer = Unknown{"asked"};
  const std::vector<symbolic::Bits> letters{'k', 'e', 'y', 'w', 'o', 'r', 'd'};
  const Expr table = e_.table(letters, 32, 8);
  const auto is = [&](Expr at, char letter) {
    return e_.make(Op::kEq, e_.make(Op::kRead, table, at), e_.constant(static_cast<unsigned char>(letter), 8));
  };
  const std::vector query{is(x_, 'd'), is(y_, 'w'), e_.make(Op::kUlt, y_, z_), is(z_, 'r')};
  const Answer answer = search.check(query);
  expect_model(answer, query);
}

TEST_F(Decorators, LocalSearchGoesOnFromTheLatestModel) {
  LocalSearchSolver search(e_, inner_);
  constexpr std::uint64_t kRoot = 0xabcdef;
  const Expr cube = e_.make(Op::kMul, e_.make(Op::kMul, x_, x_), x_);
  const Expr mixed = e_.make(Op::kXor, cube, e_.make(Op::kLShr, cube, e_.constant(15, 32)));
  const auto value = static_cast<std::uint32_t>(kRoot * kRoot * kRoot);
  std::vector query{e_.make(Op::kEq, mixed, e_.constant(value ^ value >> 15, 32))};
  inner_.answer = Satisfiable{{.values = {{e_.symbol_of(x_), kRoot}}, .arrays = {}}};
  ASSERT_TRUE(is_satisfiable(search.check(query)));
  ASSERT_EQ(inner_.asked.size(), 1U);
  query.push_back(more(y_, 5));
  inner_.answer = Unknown{"asked again"};
  EXPECT_TRUE(is_satisfiable(search.check(query)));
}

TEST_F(Decorators, AlternativesAreAddedOnlyWhereTheyDecide) {
  RefiningSolver refining(e_, inner_);
  std::vector<Expr> query{less(x_, 9), more(y_, 3)};
  for (std::uint64_t i = 0; i < 20; ++i) query.push_back(e_.make(Op::kOr, more(z_, i), more(y_, i)));
  inner_.answer = Satisfiable{{.values = {{e_.symbol_of(y_), 50}}, .arrays = {}}};
  EXPECT_TRUE(is_satisfiable(refining.check(query)));
  EXPECT_THAT(inner_.asked, ElementsAre(ElementsAre(query[0], query[1])));
  inner_.answer = Unsatisfiable{{0, 1}};
  const Answer never = refining.check(query);
  ASSERT_TRUE(is_unsatisfiable(never));
  EXPECT_THAT(std::get<Unsatisfiable>(never).core, ElementsAre(0, 1));
}

TEST_F(Decorators, AlternativesThatDecideAreAdded) {
  Z3Solver z3(e_);
  RefiningSolver refining(e_, z3);
  ReadsSolver reads(e_, refining);
  const Expr memory = e_.array("M32", 64, 32);
  std::vector<Expr> places, elements;
  for (std::uint64_t i = 0; i < 12; ++i) {
    places.push_back(e_.symbol("p" + std::to_string(i), 64));
    elements.push_back(e_.make(Op::kRead, memory, places.back()));
  }
  // p3 == p7 is not said: p3 + 8 == x, p7 == x - 8.
  const Expr x = e_.symbol("wide", 64), eight = e_.constant(8, 64);
  std::vector<Expr> query{e_.make(Op::kEq, e_.make(Op::kAdd, places[3], eight), x),
                          e_.make(Op::kEq, places[7], e_.make(Op::kSub, x, eight))};
  for (std::uint64_t i = 0; i < 12; ++i)
    query.push_back(e_.make(Op::kEq, elements[i], e_.constant(i == 7 ? 3 : i, 32)));
  const Answer can = reads.check(query);
  expect_model(can, query);
  query[2 + 7] = e_.make(Op::kEq, elements[7], e_.constant(7, 32));
  const Answer never = reads.check(query);
  ASSERT_TRUE(is_unsatisfiable(never));
  EXPECT_THAT(std::get<Unsatisfiable>(never).core, ElementsAre(0, 1, 2 + 3, 2 + 7));
}

TEST_F(Decorators, UnknownPartsDoNotHideAContradiction) {
  inner_.answer = Unknown{"tired"};
  EasySolver easy(e_, inner_);
  SlicingSolver slicing(e_, easy);
  const Expr hard = e_.make(Op::kUlt, y_, z_);
  EXPECT_TRUE(is_unsatisfiable(slicing.check(std::vector{hard, less(x_, 3), more(x_, 5)})));
  EXPECT_TRUE(is_unknown(slicing.check(std::vector{hard, less(x_, 3)})));
}

TEST_F(Decorators, CachingAnswersTheSameInAnyOrder) {
  Z3Solver z3(e_);
  CachingSolver caching(e_, z3);
  EXPECT_TRUE(is_satisfiable(caching.check(std::vector{less(x_, 9), more(x_, 5)})));
  EXPECT_TRUE(is_satisfiable(caching.check(std::vector{more(x_, 5), less(x_, 9), less(x_, 9)})));
  EXPECT_EQ(caching.counts().same, 1);
  EXPECT_EQ(caching.counts().asked, 1);
}

TEST_F(Decorators, CachingKnowsSupersetsOfCores) {
  Z3Solver z3(e_);
  CachingSolver caching(e_, z3);
  EXPECT_TRUE(is_unsatisfiable(caching.check(std::vector{less(x_, 5), more(x_, 9)})));
  const Answer answer = caching.check(std::vector{less(y_, 3), more(x_, 9), less(z_, 2), less(x_, 5)});
  ASSERT_TRUE(is_unsatisfiable(answer));
  EXPECT_THAT(std::get<Unsatisfiable>(answer).core, ElementsAre(1, 3));
  EXPECT_EQ(caching.counts().by_core, 1);
}

TEST_F(Decorators, CachingTriesModelsOfOthers) {
  Z3Solver z3(e_);
  CachingSolver caching(e_, z3);
  EXPECT_TRUE(is_satisfiable(caching.check(std::vector{less(x_, 7), more(x_, 5)})));
  EXPECT_TRUE(is_satisfiable(caching.check(std::vector{less(x_, 7)}))) << "a subset";
  EXPECT_TRUE(is_satisfiable(caching.check(std::vector{less(x_, 8), more(x_, 4)})));
  EXPECT_EQ(caching.counts().by_model, 2);
  EXPECT_EQ(caching.counts().asked, 1);
}

TEST_F(Decorators, CachingAsksWhatIsTooHardOnce) {
  inner_.answer = Unknown{"tired"};
  CachingSolver caching(e_, inner_);
  EXPECT_TRUE(is_unknown(caching.check(std::vector{less(x_, 7), more(x_, 5)})));
  inner_.answer = Satisfiable{};
  const Answer again = caching.check(std::vector{more(x_, 5), less(x_, 7)});
  ASSERT_TRUE(is_unknown(again));
  EXPECT_EQ(std::get<Unknown>(again).reason, "tired");
  EXPECT_EQ(caching.counts().too_hard, 1);
  EXPECT_TRUE(is_satisfiable(caching.check(std::vector{less(x_, 7)})));
}

TEST_F(Decorators, StoppedNothingIsAskedAnyMore) {
  inner_.answer = Satisfiable{};
  StoppableSolver stoppable(inner_);
  EXPECT_TRUE(is_satisfiable(stoppable.check(std::vector{less(x_, 7)})));
  bool is_over = false;
  stoppable.stop_if([&] { return is_over; });
  EXPECT_TRUE(is_satisfiable(stoppable.check(std::vector{less(x_, 7)})));
  is_over = true;
  EXPECT_TRUE(is_unknown(stoppable.check(std::vector{less(x_, 7)})));
}

TEST_F(Decorators, ValidatingBelievesNoModel) {
  ValidatingSolver validating(e_, inner_);
  inner_.answer = Satisfiable{{.values = {{e_.symbol_of(x_), 9}}, .arrays = {}}};
  EXPECT_TRUE(is_satisfiable(validating.check(std::vector{more(x_, 5)})));
  const Answer answer = validating.check(std::vector{more(x_, 5), less(x_, 8)});
  ASSERT_TRUE(is_unknown(answer));
  EXPECT_EQ(std::get<Unknown>(answer).reason, "the model that was found does not satisfy x <= 7u");
  EXPECT_EQ(validating.rejected(), 1);
}

TEST_F(Decorators, LoggingWritesSmtLib) {
  ManualClock clock;
  std::ostringstream log;
  inner_.answer = Unsatisfiable{{0}};
  LoggingSolver logging(e_, inner_, clock, log);
  EXPECT_TRUE(is_unsatisfiable(logging.check(std::vector{less(x_, 1)})));
  EXPECT_EQ(log.str(),
            "; query 0: unsat, core: 0, 0.000 ms\n"
            "(set-logic QF_ABVFP)\n"
            "(declare-const |x| (_ BitVec 32))\n"
            "(define-fun t6 () Bool (= |x| (_ bv0 32)))\n"
            "(assert t6)\n"
            "(check-sat)\n\n");
}

TEST_F(Decorators, TheChainAgreesWithZ3Alone) {
  SteadyClock clock;
  SolverChain chain(e_, {}, clock);
  Z3Solver z3(e_);
  RandomConditions random(e_, Seed{3u}, {e_.symbol("h", 16), e_.symbol("c", 8), e_.symbol("d", 8)});
  for (int i = 0; i < 100; ++i) {
    std::vector<Expr> clauses;
    for (std::size_t count = 1 + random.below(5); count > 0; --count) clauses.push_back(random.condition(1));
    const Answer answer = chain.check(clauses);
    if (is_unknown(answer)) continue;
    EXPECT_EQ(is_satisfiable(answer), is_satisfiable(z3.check(clauses)));
    if (const auto* found = std::get_if<Satisfiable>(&answer)) {
      symbolic::Evaluator evaluate(e_, found->model);
      for (const Expr clause : clauses) EXPECT_TRUE(evaluate.holds(clause));
    }
  }
  EXPECT_EQ(chain.validating().rejected(), 0);
}

}  // namespace
}  // namespace reenact::solver
