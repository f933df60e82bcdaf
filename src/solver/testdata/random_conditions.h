// Conditions drawn at random, for tests of solvers against each other.
#pragma once

#include <vector>

#include "base/random.h"
#include "symbolic/expressions.h"

namespace reenact::solver {

class RandomConditions {
 public:
  using Expr = symbolic::Expr;
  using Op = symbolic::Op;

  RandomConditions(symbolic::Expressions& expressions, Seed seed, std::vector<Expr> symbols)
      : e_(expressions), random_(seed), symbols_(std::move(symbols)) {}

  /// A comparison, or the negation of one.
  Expr condition(int depth) {
    static constexpr Op kComparisons[] = {Op::kEq, Op::kUlt, Op::kUle, Op::kSlt, Op::kSle};
    const unsigned width = e_.width(symbols_[below(symbols_.size())]);
    const Expr made = e_.make(kComparisons[below(5)], term(width, depth), term(width, depth));
    return below(3) == 0 ? e_.negation(made) : made;
  }

  Expr term(unsigned width, int depth) {
    const std::size_t kind = depth == 0 ? below(2) : below(10);
    if (kind == 0) return e_.constant(below(4) == 0 ? ~symbolic::Bits{below(5)} : symbolic::Bits{below(50)}, width);
    if (kind == 1 || kind == 9) return fitted(symbols_[below(symbols_.size())], width);
    if (kind == 2) return e_.make(below(2) == 0 ? Op::kNot : Op::kNeg, term(width, depth - 1));
    if (kind == 3 && depth > 1) return e_.ite(condition(depth - 2), term(width, depth - 1), term(width, depth - 1));
    static constexpr Op kBinary[] = {Op::kAnd,  Op::kOr,   Op::kXor,  Op::kAdd, Op::kSub,  Op::kMul, Op::kUDiv,
                                     Op::kSDiv, Op::kURem, Op::kSRem, Op::kShl, Op::kLShr, Op::kAShr};
    return e_.make(kBinary[below(std::size(kBinary))], term(width, depth - 1), term(width, depth - 1));
  }

  std::size_t below(std::size_t count) { return random_.below(count); }

 private:
  Expr fitted(Expr x, unsigned width) {
    const unsigned has = e_.width(x);
    if (has > width) return e_.extract(x, static_cast<unsigned>(below(has - width + 1)), width);
    return has == width ? x : e_.convert(below(2) == 0 ? Op::kZExt : Op::kSExt, x, width);
  }

  symbolic::Expressions& e_;
  Random random_;
  std::vector<Expr> symbols_;
};

}  // namespace reenact::solver
