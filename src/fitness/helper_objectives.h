// The helper objectives of MO-HO (Derakhshanfar, Devroey, Zaidman, van Deursen, Panichella 2020, "Good Things Come In
// Threes"): besides the crash distance, a search minimises the length of the test and the similarity of its calls
// to those of the other tests. The length is TestCase::size().
#pragma once

#include <cstdint>
#include <vector>

#include "testcase/test_case.h"

namespace reenact {

/// Call diversity: a test is a vector with one bit for each callable of the class under test, 1 = the test calls it.
/// The similarity of two tests is the share of equal bits (1 - Hamming distance / bits); that of a test to a population
/// the least over its members, so 0 = one of them calls exactly what the test does not.
///
///   callables a, b, c, d; population {a b - -, - - c -}; test a - - d: 2/4 and 1/4 equal, so 0.25.
class CallDiversity {
 public:
  using Calls = std::vector<std::uint64_t>;  // 64 callables to a word

  explicit CallDiversity(std::vector<CallableId> callables);
  [[nodiscard]] Calls calls_of(const TestCase& test) const;
  /// In [0, 1], smaller is more diverse; 1 of an empty population, or without callables.
  [[nodiscard]] double similarity(const Calls& calls, const std::vector<Calls>& population) const;

 private:
  std::vector<CallableId> callables_;  // sorted, each once
};

}  // namespace reenact
