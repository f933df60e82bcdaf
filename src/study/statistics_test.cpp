#include "study/statistics.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <random>

namespace reenact::study {
namespace {

// Fisher, "The Design of Experiments" (1935): the lady tasting tea. R's ?fisher.test, example TeaTasting: 0.2429.
TEST(FisherExact, LadyTastingTea) {
  const TwoByTwo tea{3, 1, 1, 3};
  EXPECT_NEAR(fisher_exact(tea, Alternative::kGreater), 17.0 / 70, 1e-12);  // 0.2429
  EXPECT_NEAR(fisher_exact(tea), 34.0 / 70, 1e-12);                         // 0.4857
  EXPECT_NEAR(fisher_exact(tea, Alternative::kLess), 69.0 / 70, 1e-12);
}

// Fisher (1962, 1970), criminal convictions of like-sex twins; the results of R's ?fisher.test, example Convictions.
TEST(FisherExact, ConvictionsOfTwins) {
  const TwoByTwo twins{2, 15, 10, 3};
  EXPECT_NEAR(fisher_exact(twins, Alternative::kLess), 0.0004652, 5e-8);
  EXPECT_NEAR(fisher_exact(twins), 0.0005367, 5e-8);
}

TEST(FisherExact, AnEmptyGroupDecidesNothing) {
  EXPECT_EQ(fisher_exact({0, 0, 3, 4}), 1);
  EXPECT_EQ(fisher_exact({5, 0, 5, 0}), 1);
}

/// How many of the ways to hand `successes` out to a + b runs give the first a of them k, for every k.
std::vector<double> ways(unsigned a, unsigned b, unsigned successes) {
  std::vector<double> result(a + 1, 0.0);
  for (unsigned set = 0; set < 1u << (a + b); ++set)
    if (std::popcount(set) == static_cast<int>(successes))
      result[static_cast<std::size_t>(std::popcount(set & ((1u << a) - 1)))] += 1;
  return result;
}

TEST(FisherExact, AgreesWithCountingAllAssignments) {
  for (unsigned a = 1; a <= 5; ++a)
    for (unsigned b = 1; b <= 5; ++b)
      for (unsigned of_a = 0; of_a <= a; ++of_a)
        for (unsigned of_b = 0; of_b <= b; ++of_b) {
          const std::vector<double> counts = ways(a, b, of_a + of_b);
          const double all = std::accumulate(counts.begin(), counts.end(), 0.0);
          double two_sided = 0, less = 0, greater = 0;
          for (unsigned k = 0; k <= a; ++k) {
            if (counts[k] <= counts[of_a]) two_sided += counts[k];
            if (k <= of_a) less += counts[k];
            if (k >= of_a) greater += counts[k];
          }
          const TwoByTwo table{of_a, a - of_a, of_b, b - of_b};
          EXPECT_NEAR(fisher_exact(table), two_sided / all, 1e-12);
          EXPECT_NEAR(fisher_exact(table, Alternative::kLess), less / all, 1e-12);
          EXPECT_NEAR(fisher_exact(table, Alternative::kGreater), greater / all, 1e-12);
        }
}

TEST(OddsRatio, ByHand) {
  EXPECT_DOUBLE_EQ(odds_ratio({3, 1, 1, 3}), 3.5 * 3.5 / (1.5 * 1.5));
  EXPECT_DOUBLE_EQ(odds_ratio({4, 0, 0, 4}), 4.5 * 4.5 / (0.5 * 0.5));
  EXPECT_DOUBLE_EQ(odds_ratio({2, 5, 2, 5}), 1);
  // Exchanging the groups inverts it.
  EXPECT_DOUBLE_EQ(odds_ratio({7, 2, 3, 6}) * odds_ratio({3, 6, 7, 2}), 1);
}

// Hollander and Wolfe (1973), page 69f: permeability constants of the human chorioamnion. R's ?wilcox.test: W = 35, one-sided
// p = 0.1272, so two-sided 382/3003.
TEST(WilcoxonRankSum, HollanderAndWolfePermeability) {
  const std::vector<double> term{0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46};
  const std::vector<double> earlier{1.15, 0.88, 0.90, 0.74, 1.21};
  const RankSum result = wilcoxon_rank_sum(term, earlier);
  EXPECT_EQ(result.w, 35);
  EXPECT_TRUE(result.exact);
  EXPECT_NEAR(result.p, 2 * 0.1272, 1e-4);
  EXPECT_NEAR(result.p, 764.0 / 3003, 1e-12);
}

// R's ?wilcox.test, wilcox.test(Ozone ~ Month, data = airquality, subset = Month %in% c(5, 8)): W = 127.5, p = 0.0001208.
TEST(WilcoxonRankSum, OzoneInMayAndAugustWithTies) {
  const std::vector<double> may{41, 36, 12, 18, 28, 23, 19, 8, 7,  16, 11, 14,  18,
                                14, 34, 6,  30, 11, 1,  11, 4, 32, 23, 45, 115, 37};
  const std::vector<double> august{39, 9,  16, 78, 35, 66, 122, 89,  110, 44, 28,  65, 22,
                                   59, 23, 31, 44, 21, 9,  45,  168, 73,  76, 118, 84, 85};
  const RankSum result = wilcoxon_rank_sum(may, august);
  EXPECT_EQ(result.w, 127.5);
  EXPECT_FALSE(result.exact);
  EXPECT_NEAR(result.p, 0.0001208, 5e-8);
}

TEST(WilcoxonRankSum, NothingToTell) {
  const std::vector<double> same{60, 60, 60};
  EXPECT_EQ(wilcoxon_rank_sum(same, same).p, 1);
  EXPECT_EQ(wilcoxon_rank_sum(same, same).w, 4.5);
}

TEST(WilcoxonRankSum, ExactAgreesWithEveryChoiceOfRanks) {
  for (unsigned m = 1; m <= 5; ++m)
    for (unsigned n = 1; n <= 5; ++n) {
      // Every way to choose which m of the ranks 1 … m + n are x, with its W.
      std::vector<std::pair<unsigned, double>> choices;
      for (unsigned set = 0; set < 1u << (m + n); ++set) {
        if (std::popcount(set) != static_cast<int>(m)) continue;
        double w = 0;
        for (unsigned i = 0; i < m + n; ++i)
          for (unsigned j = 0; j < i; ++j) w += (set >> i & 1) == 1 && (set >> j & 1) == 0 ? 1 : 0;
        choices.emplace_back(set, w);
      }
      const double middle = m * n / 2.0;
      for (const auto& [chosen, w] : choices) {
        std::vector<double> x, y;
        for (unsigned i = 0; i < m + n; ++i) (chosen >> i & 1 ? x : y).push_back(i);
        const auto extreme =
            std::ranges::count_if(choices, [middle, distance = std::abs(w - middle)](const auto& other) {
              return std::abs(other.second - middle) >= distance;
            });
        const RankSum result = wilcoxon_rank_sum(x, y);
        EXPECT_EQ(result.w, w);
        EXPECT_TRUE(result.exact);
        EXPECT_NEAR(result.p, static_cast<double>(extreme) / static_cast<double>(choices.size()), 1e-12);
      }
    }
}

TEST(WilcoxonRankSum, ExactAndNormalAgreeAtTheBoundary) {
  std::mt19937 random(1);
  std::vector<double> x(49), y(49);
  for (double& value : x) value = static_cast<double>(random()) + 4e8;
  for (double& value : y) value = static_cast<double>(random());
  const RankSum exact = wilcoxon_rank_sum(x, y);
  x.push_back(x[0] + 0.25);
  y.push_back(y[0] + 0.25);
  const RankSum normal = wilcoxon_rank_sum(x, y);
  ASSERT_TRUE(exact.exact);
  ASSERT_FALSE(normal.exact);
  EXPECT_NEAR(exact.p, normal.p, 0.03);
}

// A = (delta + 1) / 2 (Vargha and Delaney 2000). Cliff's delta of this pair, from Hogarty and Kromrey (1999), is -0.25: the
// example of cliff.delta in R's effsize.
TEST(VarghaDelaney, HogartyAndKromrey) {
  const std::vector<double> treatment{10, 10, 20, 20, 20, 30, 30, 30, 40, 50}, control{10, 20, 30, 40, 40, 50};
  EXPECT_DOUBLE_EQ(vargha_delaney(treatment, control), (-0.25 + 1) / 2);
}

TEST(VarghaDelaney, AgreesWithCountingPairsAndWithW) {
  std::mt19937 random(7);
  for (int round = 0; round < 200; ++round) {
    std::vector<double> x(1 + random() % 8), y(1 + random() % 8);
    for (double& value : x) value = random() % 6;
    for (double& value : y) value = random() % 6;
    double pairs = 0;
    for (const double a : x)
      for (const double b : y) pairs += a > b ? 1 : a == b ? 0.5 : 0;
    const auto all = static_cast<double>(x.size() * y.size());
    EXPECT_DOUBLE_EQ(vargha_delaney(x, y), pairs / all);
    EXPECT_DOUBLE_EQ(wilcoxon_rank_sum(x, y).w, pairs);
  }
}

// The bounds of Vargha and Delaney 2000, page 106.
TEST(VarghaDelaney, Magnitudes) {
  EXPECT_EQ(magnitude_of(0.5), Magnitude::kNegligible);
  EXPECT_EQ(magnitude_of(0.559), Magnitude::kNegligible);
  EXPECT_EQ(magnitude_of(0.56), Magnitude::kSmall);
  EXPECT_EQ(magnitude_of(0.36), Magnitude::kMedium);
  EXPECT_EQ(magnitude_of(0.71), Magnitude::kLarge);
  EXPECT_EQ(magnitude_of(0.1), Magnitude::kLarge);
}

// R: quantile(1:10) is 1.00 3.25 5.50 7.75 10.00.
TEST(Quartiles, TypeSeven) {
  const Quartiles ten = quartiles_of({10, 9, 8, 7, 6, 5, 4, 3, 2, 1});
  EXPECT_EQ(ten.minimum, 1);
  EXPECT_EQ(ten.lower, 3.25);
  EXPECT_EQ(ten.median, 5.5);
  EXPECT_EQ(ten.upper, 7.75);
  EXPECT_EQ(ten.maximum, 10);
  EXPECT_EQ(ten.mean, 5.5);
  const Quartiles one = quartiles_of({4});
  EXPECT_EQ(one.lower, 4);
  EXPECT_EQ(one.upper, 4);
}

}  // namespace
}  // namespace reenact::study
