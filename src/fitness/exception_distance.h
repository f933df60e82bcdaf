// Graded exception distance, beyond the papers: how near the target line came to failing, instead of 0 or 1.
//
//   12  if (length > limit) throw TooLong(length);     runs of length 3 and of length 99, limit 100: the line was
//                                                      reached by both, but the second came nearer
//
// Measured is what can be: the approach level and branch distance of the blocks in which the innermost frame's line
// fails (it throws, fails an assertion, aborts, or traps in a check of UBSan). Of a crash that no branch of the program
// decides about (a null pointer, a division) nothing is known: 1, as in the papers.
#pragma once

#include <optional>

#include "fitness/distance.h"

namespace reenact {

/// How the fitness functions measure what is missing when the target line was reached and the crash differs.
enum class ExceptionMeasure { kBinary, kGraded };

class ExceptionDistance {
 public:
  /// kBinary: as in the papers, nothing is measured.
  ExceptionDistance(const Goal& goal, ExceptionMeasure measure);
  /// d in (0, 1] for a run whose crash is not the report's: phi of the distance to the failing blocks, 1 if they or their
  /// function were not come near at all, kLeast if they were entered and the crash differs all the same.
  [[nodiscard]] double operator()(const Observation& run) const;

  static constexpr double kLeast = 1e-3;

 private:
  FunctionId function_;
  std::optional<LineDistance> distance_;
};

}  // namespace reenact
