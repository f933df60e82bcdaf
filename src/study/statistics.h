// The statistics of a study, as the papers use them. Formulas and sources: docs/study.md.
#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace reenact::study {

/// Two groups of runs, each divided into successes and failures.
struct TwoByTwo {
  unsigned successes_a = 0, failures_a = 0, successes_b = 0, failures_b = 0;
};

enum class Alternative {
  kTwoSided,
  kLess,     // A succeeds less often than B
  kGreater,  // A succeeds more often than B
};

/// p of Fisher's exact test, in [0, 1]: given all four sums, how likely is a table at least as extreme. Two-sided: the
/// sum over all tables that are no more likely than this one (with R's relative tolerance of 1e-7).
/// Fisher, "The Design of Experiments", 1935. An empty group decides nothing: 1.
[[nodiscard]] double fisher_exact(const TwoByTwo& table, Alternative alternative = Alternative::kTwoSided);

/// Odds of success of A over those of B, in (0, inf): (a + 1/2)(d + 1/2) / ((b + 1/2)(c + 1/2)) with the successes and
/// failures of A a, b, and of B c, d. The halves keep it finite when a group always or never succeeds (Haldane 1956,
/// Anscombe 1956). More than 1: A succeeds more often; the BBC paper's "OR > 0" is its logarithm.
[[nodiscard]] double odds_ratio(const TwoByTwo& table);

/// Vargha and Delaney's A12 = P(X > Y) + P(X = Y) / 2, in [0, 1], from the rank sum: (R1/m - (m+1)/2) / n
/// (Vargha and Delaney 2000, formula 14). REQUIRES: neither is empty.
[[nodiscard]] double vargha_delaney(std::span<const double> x, std::span<const double> y);

enum class Magnitude { kNegligible, kSmall, kMedium, kLarge };
/// Of an A12, whichever side of 0.5 it is on: small from 0.56, medium from 0.64, large from 0.71 (Vargha and Delaney
/// 2000, page 106).
[[nodiscard]] Magnitude magnitude_of(double a12);
[[nodiscard]] std::string_view to_string(Magnitude magnitude);

struct RankSum {
  double w = 0;        // Mann and Whitney's count of pairs with x > y, ties as halves (R's W)
  double p = 1;        // two-sided, in [0, 1]
  bool exact = false;  // by the exact distribution of w; else by the normal approximation
};

/// Wilcoxon's rank-sum test that neither of two samples tends to be larger. Exact when there are no ties and both
/// samples have fewer than 50 values (R's rule); else normal with the correction of the variance for ties and of half a
/// unit for continuity (Hollander and Wolfe 1973, section 4.1). REQUIRES: neither is empty.
[[nodiscard]] RankSum wilcoxon_rank_sum(std::span<const double> x, std::span<const double> y);

struct Quartiles {
  double minimum = 0, lower = 0, median = 0, upper = 0, maximum = 0, mean = 0;
};
/// Quantiles by linear interpolation between order statistics: type 7 of Hyndman and Fan 1996, the default of R and
/// NumPy. REQUIRES: not empty.
[[nodiscard]] Quartiles quartiles_of(std::vector<double> values);

}  // namespace reenact::study
