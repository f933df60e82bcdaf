#include "strategy/concolic/branch_distance.h"

#include <algorithm>
#include <cmath>

namespace reenact::concolic {
namespace {

using symbolic::as_signed;
using symbolic::Bits;
using symbolic::Node;
using symbolic::Op;
using symbolic::truncated;

class Distance {
 public:
  Distance(const Expressions& expressions, symbolic::Evaluator& evaluate) : e_(expressions), evaluate_(evaluate) {}

  /// To `condition` being `wanted`.
  double operator()(Expr condition, bool wanted) {
    const auto value = evaluate_(condition);
    if (value && (*value != 0) == wanted) return 0;
    const Node n = e_[condition];
    switch (n.kind()) {
      case Op::kNot:
        return (*this)(n.a(), !wanted);
      case Op::kAnd:
      case Op::kOr: {
        const double a = (*this)(n.a(), wanted);
        const double b = (*this)(n.b(), wanted);
        return (n.kind() == Op::kAnd) == wanted ? a + b : std::min(a, b);
      }
      case Op::kEq:
        return wanted && e_.width(n.a()) > 1 ? std::max(difference(n, false), 1.0) : 1;
      case Op::kUlt:
      case Op::kSlt:
        return difference(n, n.kind() == Op::kSlt) + (wanted ? 1 : 0);
      case Op::kUle:
      case Op::kSle:
        return difference(n, n.kind() == Op::kSle) + (wanted ? 0 : 1);
      case Op::kFEq:
      case Op::kFLt:
      case Op::kFLe:
        return wanted ? float_difference(n) : 1;
      default:
        return 1;
    }
  }

 private:
  /// |a - b|.
  double difference(const Node& n, bool is_signed) {
    const auto a = evaluate_(n.a());
    const auto b = evaluate_(n.b());
    if (!a || !b) return 1;
    const unsigned width = e_.width(n.a());
    // Equality has no sign: the shorter way around.
    if (n.kind() == Op::kEq) return static_cast<double>(std::min(truncated(*a - *b, width), truncated(*b - *a, width)));
    if (!is_signed) return static_cast<double>(*a > *b ? *a - *b : *b - *a);
    return std::abs(static_cast<double>(as_signed(*a, width)) - static_cast<double>(as_signed(*b, width)));
  }

  double float_difference(const Node& n) {
    const auto a = evaluate_(n.a());
    const auto b = evaluate_(n.b());
    if (!a || !b) return 1;
    const auto number = [&](Bits bits) {
      return e_.width(n.a()) == 64 ? std::bit_cast<double>(static_cast<std::uint64_t>(bits))
                                   : static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
    };
    const double distance = std::abs(number(*a) - number(*b));
    return std::isfinite(distance) ? distance + 1 : 1e300;
  }

  const Expressions& e_;
  symbolic::Evaluator& evaluate_;
};

}  // namespace

double branch_distance(const Expressions& expressions, Expr condition, symbolic::Evaluator& evaluate) {
  return Distance(expressions, evaluate)(condition, true);
}

double opposite_distance(const Expressions& expressions, Expr condition, symbolic::Evaluator& evaluate) {
  return Distance(expressions, evaluate)(condition, false);
}

}  // namespace reenact::concolic
