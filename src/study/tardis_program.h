// The program of Tardis' paper (section 2, listing 1), rebuilt from its description: what a run of it shows to hold.
//
//   SampleClass(int a0 ... a4, int b0 ... b9): throws where a number of b is negative
//   run(): for each of the five a[i]: if (a[i] > 10 * i) { if (b[i] < 0) k = 1; } else flag = false;
//          asserts k == 0; returns flag ? "Yes" : "No"
//
// 32 paths of run() are feasible, for an object that the constructor made has no negative b[i].
#pragma once

#include <vector>

#include "base/random.h"
#include "solver/solver.h"
#include "strategy/concolic/path_explorer.h"

namespace reenact::study {

/// What path conditions are about.
enum class TardisInputs {
  /// The object that run() is called on, as in the paper: the conditions do not say what a constructor can make of it.
  kObject,
  /// The constructor's fifteen numbers, as in our own runs: its clauses are in front of run()'s.
  kCalls,
};

class TardisProgram final : public concolic::ConcolicProgram {
 public:
  /// `expressions` must outlive it.
  TardisProgram(symbolic::Expressions& expressions, TardisInputs inputs);
  [[nodiscard]] concolic::PathCondition run(const symbolic::Assignment& input) override;

  /// What calls of the constructor can make: five numbers in a, ten in b, none of them negative. Empty for kCalls.
  [[nodiscard]] std::vector<symbolic::Expr> invariant();
  /// An object, or numbers, that the constructor accepts; each a[i] is large enough with a chance of one half.
  [[nodiscard]] symbolic::Assignment random_input(Random& random);
  /// Some run has returned "Yes".
  [[nodiscard]] bool has_said_yes() const { return said_yes_; }

 private:
  static constexpr unsigned kA = 5, kB = 10;
  class Recorder;
  void call(Recorder& recorder);
  [[nodiscard]] symbolic::Expr less(symbolic::Expr left, symbolic::Expr right);

  symbolic::Expressions& expressions_;
  TardisInputs inputs_;
  symbolic::Expr zero_, length_of_a_, length_of_b_;
  std::vector<symbolic::Expr> a_, b_;
  bool said_yes_ = false;
};

/// Stands for the search for a test by legal calls: an input for the clauses, of those that the constructor can make.
class LegalSolver final : public solver::Solver {
 public:
  /// `inner` must outlive it.
  LegalSolver(solver::Solver& inner, std::vector<symbolic::Expr> invariant)
      : inner_(inner), invariant_(std::move(invariant)) {}
  /// An answer's core is of the query's clauses alone: the invariant holds in any case.
  [[nodiscard]] solver::Answer check(std::span<const symbolic::Expr> clauses) override;

 private:
  solver::Solver& inner_;
  std::vector<symbolic::Expr> invariant_;
};

}  // namespace reenact::study
