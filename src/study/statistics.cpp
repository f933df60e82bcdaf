#include "study/statistics.h"

#include <algorithm>
#include <boost/math/distributions/hypergeometric.hpp>
#include <boost/math/distributions/normal.hpp>
#include <cmath>
#include <numeric>

namespace reenact::study {
namespace {

/// What ranking two samples together yields.
struct Ranks {
  double sum_x = 0;      // of the ranks of x; equal values share the mean of their ranks
  double tie_cubes = 0;  // sum of t^3 - t over the groups of t equal values
};

Ranks rank(std::span<const double> x, std::span<const double> y) {
  struct Value {
    double value;
    bool of_x;
  };
  std::vector<Value> all;
  all.reserve(x.size() + y.size());
  for (const double value : x) all.push_back({value, true});
  for (const double value : y) all.push_back({value, false});
  std::ranges::sort(all, {}, &Value::value);
  Ranks result;
  for (std::size_t first = 0, end = 0; first < all.size(); first = end) {
    std::size_t from_x = 0;
    for (end = first; end < all.size() && all[end].value == all[first].value; ++end) from_x += all[end].of_x ? 1 : 0;
    const auto equal = static_cast<double>(end - first);
    // Ranks count from 1: the group has first + 1 … end.
    result.sum_x += static_cast<double>(from_x) * static_cast<double>(first + 1 + end) / 2;
    result.tie_cubes += equal * equal * equal - equal;
  }
  return result;
}

/// In how many of the ways to choose which of m + n ranks belong to x, W is 0, 1, …, mn. Each is the number of
/// partitions of W into at most m parts of at most n: the coefficients of the Gaussian binomial
/// (1 - q^(n+1)) … (1 - q^(n+m)) / ((1 - q) … (1 - q^m)), by one multiplication and one division per factor.
std::vector<double> rank_sum_counts(std::size_t m, std::size_t n) {
  std::vector<double> counts(m * n + 1, 0.0);
  counts[0] = 1;
  for (std::size_t factor = 1; factor <= m; ++factor) {
    for (std::size_t w = counts.size(); w-- > n + factor;) counts[w] -= counts[w - n - factor];
    for (std::size_t w = factor; w < counts.size(); ++w) counts[w] += counts[w - factor];
  }
  return counts;
}

double exact_p(double w, std::size_t m, std::size_t n) {
  const std::vector<double> counts = rank_sum_counts(m, n);
  const double all = std::accumulate(counts.begin(), counts.end(), 0.0);
  // The distribution is symmetric about mn / 2: the nearer tail, doubled.
  const auto tail = std::min(w, static_cast<double>(m * n) - w);
  double sum = 0;
  for (std::size_t i = 0; static_cast<double>(i) <= tail; ++i) sum += counts[i];
  return std::min(1.0, 2 * sum / all);
}

double normal_p(double w, double tie_cubes, double m, double n) {
  const double total = m + n;
  const double variance = m * n / 12 * (total + 1 - tie_cubes / (total * (total - 1)));
  if (!(variance > 0)) return 1;  // all values are equal
  const double distance = std::max(0.0, std::abs(w - m * n / 2) - 0.5);
  const boost::math::normal_distribution<double> normal;
  return std::min(1.0, 2 * boost::math::cdf(boost::math::complement(normal, distance / std::sqrt(variance))));
}

double quantile(const std::vector<double>& sorted, double share) {
  const double at = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(at);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (at - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

}  // namespace

double fisher_exact(const TwoByTwo& t, Alternative alternative) {
  const unsigned a = t.successes_a + t.failures_a, b = t.successes_b + t.failures_b;
  const unsigned successes = t.successes_a + t.successes_b;
  if (a == 0 || b == 0) return 1;
  // Of a + b runs, `successes` are marked; A is a sample of a of them. How many marked ones has it?
  const boost::math::hypergeometric_distribution<double> distribution(successes, a, a + b);
  const unsigned least = successes > b ? successes - b : 0, most = std::min(successes, a);
  const double seen = boost::math::pdf(distribution, t.successes_a);
  double p = 0;
  for (unsigned k = least; k <= most; ++k) {
    const double likely = boost::math::pdf(distribution, k);
    const bool counts = alternative == Alternative::kLess      ? k <= t.successes_a
                        : alternative == Alternative::kGreater ? k >= t.successes_a
                                                               : likely <= seen * (1 + 1e-7);
    if (counts) p += likely;
  }
  return std::min(1.0, p);
}

double odds_ratio(const TwoByTwo& t) {
  const auto half_more = [](unsigned count) { return static_cast<double>(count) + 0.5; };
  return half_more(t.successes_a) * half_more(t.failures_b) / (half_more(t.failures_a) * half_more(t.successes_b));
}

double vargha_delaney(std::span<const double> x, std::span<const double> y) {
  const auto m = static_cast<double>(x.size()), n = static_cast<double>(y.size());
  // Formula 14 with one division, so that halves and ends come out exactly.
  return (2 * rank(x, y).sum_x - m * (m + 1)) / (2 * m * n);
}

Magnitude magnitude_of(double a12) {
  const double side = std::max(a12, 1 - a12);
  return side >= 0.71   ? Magnitude::kLarge
         : side >= 0.64 ? Magnitude::kMedium
         : side >= 0.56 ? Magnitude::kSmall
                        : Magnitude::kNegligible;
}

std::string_view to_string(Magnitude magnitude) {
  switch (magnitude) {
    case Magnitude::kNegligible:
      return "negligible";
    case Magnitude::kSmall:
      return "small";
    case Magnitude::kMedium:
      return "medium";
    case Magnitude::kLarge:
      return "large";
  }
  return "negligible";
}

RankSum wilcoxon_rank_sum(std::span<const double> x, std::span<const double> y) {
  const auto m = static_cast<double>(x.size()), n = static_cast<double>(y.size());
  const Ranks ranks = rank(x, y);
  RankSum result;
  result.w = ranks.sum_x - m * (m + 1) / 2;
  result.exact = ranks.tie_cubes == 0 && x.size() < 50 && y.size() < 50;
  result.p = result.exact ? exact_p(result.w, x.size(), y.size()) : normal_p(result.w, ranks.tie_cubes, m, n);
  return result;
}

Quartiles quartiles_of(std::vector<double> values) {
  std::ranges::sort(values);
  const double sum = std::accumulate(values.begin(), values.end(), 0.0);
  return {values.front(),         quantile(values, 0.25), quantile(values, 0.5),
          quantile(values, 0.75), values.back(),          sum / static_cast<double>(values.size())};
}

}  // namespace reenact::study
