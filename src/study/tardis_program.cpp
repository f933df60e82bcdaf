#include "study/tardis_program.h"

#include <fmt/format.h>

namespace reenact::study {

using concolic::Edge;
using symbolic::Expr;
using symbolic::Op;

/// Takes the program's branches and writes down what held there.
class TardisProgram::Recorder {
 public:
  Recorder(symbolic::Expressions& expressions, const symbolic::Assignment& input)
      : expressions_(expressions), evaluate_(expressions, input) {}

  /// Which way does branch `number` go?
  bool branch(std::uint64_t number, Expr condition) {
    const bool taken = evaluate_.holds(condition);
    if (expressions_.value(condition)) return taken;  // a constant
    const Edge yes{number, 1}, no{number, 0};
    path_.push_back({taken ? condition : expressions_.negation(condition), taken ? yes : no, taken ? no : yes});
    return taken;
  }
  [[nodiscard]] concolic::PathCondition path() { return std::move(path_); }

 private:
  symbolic::Expressions& expressions_;
  symbolic::Evaluator evaluate_;
  concolic::PathCondition path_;
};

namespace {

constexpr unsigned kWidth = 32;
enum Branch : std::uint64_t { kThrows, kLoop, kIsLarge, kIndex, kIsNegative };

}  // namespace

TardisProgram::TardisProgram(symbolic::Expressions& expressions, TardisInputs inputs)
    : expressions_(expressions), inputs_(inputs), zero_(expressions.constant(0, kWidth)) {
  const bool object = inputs == TardisInputs::kObject;
  length_of_a_ = object ? expressions.symbol("this.a.length", kWidth) : expressions.constant(kA, kWidth);
  length_of_b_ = object ? expressions.symbol("this.b.length", kWidth) : expressions.constant(kB, kWidth);
  for (unsigned i = 0; i < kA; ++i)
    a_.push_back(expressions.symbol(fmt::format("{}[{}]", object ? "this.a" : "a", i), kWidth));
  for (unsigned i = 0; i < kB; ++i)
    b_.push_back(expressions.symbol(fmt::format("{}[{}]", object ? "this.b" : "b", i), kWidth));
}

Expr TardisProgram::less(Expr left, Expr right) { return expressions_.make(Op::kSlt, left, right); }

concolic::PathCondition TardisProgram::run(const symbolic::Assignment& input) {
  Recorder recorder(expressions_, input);
  if (inputs_ == TardisInputs::kCalls)
    for (const Expr each : b_)
      if (recorder.branch(kThrows, less(each, zero_))) return recorder.path();
  call(recorder);
  return recorder.path();
}

void TardisProgram::call(Recorder& recorder) {
  bool flag = true, k = false;
  for (unsigned i = 0; recorder.branch(kLoop, less(expressions_.constant(i, kWidth), length_of_a_)); ++i) {
    if (!recorder.branch(kIsLarge, less(expressions_.constant(10 * i, kWidth), a_[i]))) {
      flag = false;
      continue;
    }
    // In Java the index is checked.
    if (!recorder.branch(kIndex, less(expressions_.constant(i, kWidth), length_of_b_))) return;
    if (recorder.branch(kIsNegative, less(b_[i], zero_))) k = true;
  }
  if (!k && flag) said_yes_ = true;
}

std::vector<Expr> TardisProgram::invariant() {
  if (inputs_ == TardisInputs::kCalls) return {};
  std::vector<Expr> result{expressions_.make(Op::kEq, length_of_a_, expressions_.constant(kA, kWidth)),
                           expressions_.make(Op::kEq, length_of_b_, expressions_.constant(kB, kWidth))};
  for (const Expr each : b_) result.push_back(expressions_.negation(less(each, zero_)));
  return result;
}

symbolic::Assignment TardisProgram::random_input(Random& random) {
  symbolic::Assignment result;
  const auto set = [&](Expr symbol, symbolic::Bits value) { result.values[expressions_.symbol_of(symbol)] = value; };
  if (inputs_ == TardisInputs::kObject) {
    set(length_of_a_, kA);
    set(length_of_b_, kB);
  }
  for (unsigned i = 0; i < kA; ++i) set(a_[i], random.below(2) == 0 ? 0 : 10 * i + 1);
  for (const Expr each : b_) set(each, random.below(1000));
  return result;
}

solver::Answer LegalSolver::check(std::span<const Expr> clauses) {
  std::vector<Expr> all(clauses.begin(), clauses.end());
  all.insert(all.end(), invariant_.begin(), invariant_.end());
  solver::Answer answer = inner_.check(all);
  if (auto* proof = std::get_if<solver::Unsatisfiable>(&answer))
    std::erase_if(proof->core, [&](std::size_t i) { return i >= clauses.size(); });
  return answer;
}

}  // namespace reenact::study
