// How far a branch was from going another way, measured in the functions that decide about it (goal/deciders.h).
//
//   d(q) = min over the answers a of q:   1 + r(a)      no place of a was reached
//                                         rest(a)       one was
//   r(a) = approach level + phi(branch distance) to its places (LineDistance), in which branches that ask a question
//          count d of it; n + min over the calls c of a: phi(d(c)), at most n + 1, if the function was not entered, where
//          n is greater than every distance of a run that entered it.
//   rest(a) in (0, 1): phi(log2(1 + x)) of the distance x of the comparison, or of the branch that asks; phi(d) of the
//          further question; 1 / 2 for a field that was stored as asked (in another object, or something stored after it).
//
// Instead of a flag's distance of 0 or 1, the branch has d, which EvoCrash's phi brings below 1 as any other.
#pragma once

#include <map>
#include <vector>

#include "fitness/distance.h"
#include "goal/deciders.h"

namespace reenact {

class DeciderDistance {
 public:
  /// Both must outlive it.
  DeciderDistance(const Deciders& deciders, const ProgramModel& program);

  /// Distance of edge `edge`, which was executed, in `row` of `run`: d of what it asks, else what was recorded; 0 if it
  /// was taken.
  [[nodiscard]] double operator()(const Observation& run, const FunctionCoverage& row, std::uint32_t edge) const;

 private:
  struct Way {
    const Answer* answer;
    LineDistance distance;
    std::vector<Way> calls;
  };
  /// One evaluation. Questions may ask one another in a circle.
  struct Run {
    const Observation& run;
    int depth = 0;
  };

  [[nodiscard]] Way way_of(const Answer& answer, const ProgramModel& program) const;
  [[nodiscard]] double branch(Run run, const FunctionCoverage& row, std::uint32_t edge) const;
  [[nodiscard]] double question(Run run, std::size_t index, double asking) const;
  [[nodiscard]] double way(Run run, const Way& way, double asking, bool is_state) const;
  [[nodiscard]] double to_places(Run run, const Way& way) const;
  [[nodiscard]] double rest(Run run, const Way& way, double asking, bool is_state) const;

  const Deciders& deciders_;
  std::vector<std::vector<Way>> ways_;  // by question
};

}  // namespace reenact
