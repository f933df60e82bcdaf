// Programs written out over expressions, for tests: each branch is asked of a recorder, which evaluates and records it.
#pragma once

#include <functional>
#include <string>

#include "strategy/concolic/path_explorer.h"

namespace reenact::concolic {

/// Gives a program its inputs and takes its branches.
class Recorder {
 public:
  Recorder(Expressions& expressions, const symbolic::Assignment& input)
      : e(expressions), evaluate_(expressions, input) {}

  /// Which way does branch `number` go?
  bool branch(std::uint64_t number, Expr condition) {
    const bool taken = evaluate_.holds(condition);
    if (!e.value(condition)) {
      const Edge yes{number, 1};
      const Edge no{number, 0};
      path.push_back({taken ? condition : e.negation(condition), taken ? yes : no, taken ? no : yes});
    }
    return taken;
  }

  Expressions& e;
  PathCondition path;

 private:
  symbolic::Evaluator evaluate_;
};

/// A function that runs over a recorder.
class RecordedProgram final : public ConcolicProgram {
 public:
  RecordedProgram(Expressions& expressions, std::function<void(Recorder&)> body)
      : expressions_(expressions), body_(std::move(body)) {}

  PathCondition run(const symbolic::Assignment& input) override {
    Recorder recorder(expressions_, input);
    body_(recorder);
    return recorder.path;
  }

 private:
  Expressions& expressions_;
  std::function<void(Recorder&)> body_;
};

/// The paper's program, rebuilt from its description (section 2): a constructor of 15 ints that throws where one of the last ten is
/// negative, and a loop over the first five with a branch on the others that is therefore infeasible. 32 paths return or fail, 10 throw;
/// one of them is the hard one ("Yes"), branch 99.
inline void sample_class(Recorder& r) {
  std::vector<Expr> a;
  std::vector<Expr> b;
  for (int i = 0; i < 5; ++i) a.push_back(r.e.symbol("input.a[" + std::to_string(i) + "]", 32));
  for (int i = 0; i < 10; ++i) b.push_back(r.e.symbol("input.b[" + std::to_string(i) + "]", 32));
  const Expr zero = r.e.constant(0, 32);
  for (const Expr each : b)
    if (r.branch(1, r.e.make(symbolic::Op::kSlt, each, zero))) return;  // throws
  bool flag = true;
  bool k = false;
  for (unsigned i = 0; i < 5; ++i) {
    const Expr bound = r.e.constant(i * 10, 32);
    if (r.branch(10 + i, r.e.make(symbolic::Op::kSlt, bound, a[i]))) {
      if (r.branch(20 + i, r.e.make(symbolic::Op::kSlt, b[i], zero))) k = true;
    } else {
      flag = false;
    }
  }
  if (k) return;  // the assertion
  if (flag) r.path.push_back({r.e.truth(true), {99, 1}, {99, 0}});
}

}  // namespace reenact::concolic
