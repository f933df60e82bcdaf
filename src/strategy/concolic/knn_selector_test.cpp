#include "strategy/concolic/knn_selector.h"

#include <gtest/gtest.h>

#include <map>

#include "strategy/concolic/testdata/clauses.h"

namespace reenact::concolic {
namespace {

class Knn : public testing::Test {
 protected:
  Alternative alternative(const Clause& clause) { return {PathCondition{clause}, 0}; }
  /// Clauses about one array, and about another: alike among themselves, not to each other.
  Clause about_a(int i) { return c_.at_most("input.a[" + std::to_string(i % 5) + "]", 10 + i); }
  Clause about_b(int i) { return c_.equals("other.length[" + std::to_string(i % 5) + "]", i); }

  Clauses c_;
  Random random_{Seed{1u}};
  KnnSelector selector_{c_.e, random_};
};

TEST_F(Knn, Classes) {
  EXPECT_EQ(class_of({.feasible = true, .votes = 3}, 3), 0);
  EXPECT_EQ(class_of({.feasible = true, .votes = 2}, 3), 1);
  EXPECT_EQ(class_of({.feasible = false, .votes = 2}, 3), 2);
  EXPECT_EQ(class_of({.feasible = false, .votes = 3}, 3), 3);
}

TEST_F(Knn, WhatIsLikeInfeasiblePathsIsClassifiedSo) {
  for (int i = 0; i < 4; ++i) selector_.attempted(alternative(about_a(i)), false);
  for (int i = 0; i < 4; ++i) selector_.attempted(alternative(about_b(i)), true);
  selector_.add(alternative(about_a(20)));
  selector_.add(alternative(about_b(20)));
  EXPECT_EQ(selector_.class_sizes(), (std::array<std::size_t, 4>{1, 0, 0, 1}));
}

TEST_F(Knn, ReclassifiesWhenTheTrainingGrewByTheThreshold) {
  for (int i = 0; i < 3; ++i) selector_.attempted(alternative(about_b(i)), true);
  selector_.add(alternative(about_a(0)));
  EXPECT_EQ(selector_.class_sizes()[0], 1) << "only feasible neighbours";
  for (int i = 1; i < 17; ++i) selector_.attempted(alternative(about_a(i)), false);
  EXPECT_EQ(selector_.class_sizes()[0], 1) << "19 of 20 examples";
  selector_.attempted(alternative(about_a(17)), false);
  EXPECT_EQ(selector_.class_sizes()[3], 1);
}

TEST_F(Knn, SharesOfTheClasses) {
  for (int i = 0; i < 6; ++i) selector_.attempted(alternative(about_a(i)), false);
  for (int i = 0; i < 6; ++i) selector_.attempted(alternative(about_b(i)), true);
  int feasible = 0;
  for (int draw = 0; draw < 2000; ++draw) {
    selector_.add(alternative(about_a(100)));
    selector_.add(alternative(about_b(100)));
    const std::string text = print(c_.e, selector_.next()->clauses());
    feasible += text.starts_with("other") ? 1 : 0;
    (void)selector_.next();
  }
  // 50 % draw the first class, 30 % the second and 15 % the third, which are empty and give on: second and third to the fourth.
  EXPECT_NEAR(feasible, 1000, 80);
}

TEST_F(Knn, AnEmptyClassGivesItsTurnToTheNext) {
  for (int i = 0; i < 6; ++i) selector_.attempted(alternative(about_a(i)), false);
  selector_.add(alternative(about_a(7)));
  ASSERT_EQ(selector_.class_sizes(), (std::array<std::size_t, 4>{0, 0, 0, 1}));
  EXPECT_TRUE(selector_.next().has_value());
  EXPECT_FALSE(selector_.next().has_value());
}

// Section 4.4: of values 5, 7, 2, 4 the intervals are [0, 5), [5, 12), [12, 14), [14, 18). Here with similarities.
TEST_F(Knn, CumulativeDrawBySimilarity) {
  KnnSelector selector(c_.e, random_, {.neighbours = 1});
  selector.attempted(alternative(about_a(0)), true);
  Fingerprint learnt;
  ClauseHash hash(c_.e);
  const auto fingerprint = [&](const Clause& clause) { return fingerprint_of({clause}, hash); };
  learnt = fingerprint(about_a(0));
  const double equal = 1;
  const double like = learnt.similarity(fingerprint(about_a(9)));
  ASSERT_GT(like, 0);
  ASSERT_LT(like, 1);
  int drawn_equal = 0;
  for (int draw = 0; draw < 4000; ++draw) {
    selector.add(alternative(about_a(9)));
    selector.add(alternative(about_a(0)));
    drawn_equal += print(c_.e, selector.next()->clauses()) == print(c_.e, {about_a(0)}) ? 1 : 0;
    (void)selector.next();
  }
  EXPECT_NEAR(drawn_equal / 4000.0, equal / (equal + like), 0.03);
}

TEST_F(Knn, ARunTeachesEachOfItsPrefixes) {
  selector_.ran({about_a(0), about_a(1), about_b(0)});
  EXPECT_EQ(selector_.examples(), 3);
}

}  // namespace
}  // namespace reenact::concolic
