#include "solver/easy_domain.h"

#include <algorithm>

namespace reenact::solver {

using symbolic::Bits;
using symbolic::Expr;
using symbolic::is_power_of_two;
using symbolic::log2_of;
using symbolic::Node;
using symbolic::ones;
using symbolic::Op;
using symbolic::sign_bit;
using symbolic::truncated;

namespace {

Intervals everything(unsigned width) { return {{0, ones(width)}}; }

/// In order, with what touches or overlaps joined.
Intervals normalised(Intervals set) {
  std::ranges::sort(set, {}, &Interval::first);
  Intervals result;
  for (const Interval& each : set) {
    // last + 1 would wrap around at the very end; there nothing can follow.
    if (!result.empty() && (result.back().last == ~Bits{0} || each.first <= result.back().last + 1))
      result.back().last = std::max(result.back().last, each.last);
    else
      result.push_back(each);
  }
  return result;
}

/// The set moved by `by`, around the end.
Intervals moved(const Intervals& set, Bits by, unsigned width) {
  Intervals result;
  for (const Interval& each : set) {
    const Bits first = truncated(each.first + by, width);
    const Bits last = truncated(each.last + by, width);
    // Moved as a whole or cut in two; what was everything stays so.
    if (each.first == 0 && each.last == ones(width)) return set;
    if (first <= last) {
      result.push_back({first, last});
    } else {
      result.push_back({first, ones(width)});
      result.push_back({0, last});
    }
  }
  return normalised(std::move(result));
}

/// {~v}.
Intervals inverted(const Intervals& set, unsigned width) {
  Intervals result;
  for (const Interval& each : set) result.push_back({ones(width) - each.last, ones(width) - each.first});
  return normalised(std::move(result));
}

/// {v : sext(v) in set}.
Intervals cut_signed(const Intervals& set, unsigned from, unsigned to) {
  const Bits smallest_negative = ones(from) - sign_bit(to) + 1;
  Intervals result = intersection(set, {{0, sign_bit(to) - 1}});
  for (const Interval& each : intersection(set, {{smallest_negative, ones(from)}}))
    result.push_back({truncated(each.first, to), truncated(each.last, to)});
  return normalised(std::move(result));
}

/// {v : v / divisor in set}.
Intervals multiplied(const Intervals& set, Bits divisor, unsigned width) {
  Intervals result;
  const Bits greatest = ones(width) / divisor;
  for (const Interval& each : set) {
    if (each.first > greatest) break;
    const Bits last = each.last >= greatest ? ones(width) : each.last * divisor + (divisor - 1);
    result.push_back({each.first * divisor, last});
  }
  return result;
}

/// The number whose product with the odd `a` is 1.
Bits inverse(Bits a, unsigned width) {
  Bits x = a;
  for (int i = 0; i < 7; ++i) x *= 2 - a * x;  // doubles the right bits each time, from 3 on
  return truncated(x, width);
}

/// {v : v * factor in set}, of a few values.
std::optional<Intervals> divided(const Intervals& set, Bits factor, unsigned width) {
  constexpr Bits kFew = 16;
  const unsigned even = log2_of(factor);
  if (even > 4) return std::nullopt;
  const Bits odd_inverse = inverse(factor >> even, width);
  Intervals result;
  for (const Interval& each : set) {
    if (each.last - each.first >= kFew) return std::nullopt;
    for (Bits product = each.first;; ++product) {
      if ((product & (ones(even + 1) >> 1)) == 0) {
        // The factor's twos leave as many of the highest bits open.
        const Bits base = truncated((product >> even) * odd_inverse, width - even);
        for (Bits high = 0; high < Bits{1} << even; ++high) {
          const Bits value = base | high << (width - even);
          result.push_back({value, value});
        }
      }
      if (product == each.last) break;
    }
  }
  return normalised(std::move(result));
}

class Solve {
 public:
  Solve(const symbolic::Expressions& e, Expr symbol) : e_(e), symbol_(symbol) {}

  std::optional<Intervals> condition(Expr x) const {
    const Node n = e_[x];
    const unsigned width = e_.width(symbol_);
    switch (n.kind()) {
      case Op::kConstant:
        return *e_.value(x) != 0 ? everything(width) : Intervals{};
      case Op::kSymbol:
        return Intervals{{1, 1}};  // a condition that is the symbol
      case Op::kNot: {
        const auto inner = condition(n.a());
        return inner ? std::optional(complement(*inner, width)) : std::nullopt;
      }
      case Op::kAnd:
      case Op::kOr: {
        const auto a = condition(n.a());
        const auto b = a ? condition(n.b()) : std::nullopt;
        if (!b) return std::nullopt;
        if (n.kind() == Op::kAnd) return intersection(*a, *b);
        Intervals joined = *a;
        joined.insert(joined.end(), b->begin(), b->end());
        return normalised(std::move(joined));
      }
      case Op::kEq:
      case Op::kUlt:
      case Op::kUle:
      case Op::kSlt:
      case Op::kSle:
        return comparison(n);
      default:
        return std::nullopt;
    }
  }

 private:
  std::optional<Intervals> comparison(const Node& n) const {
    const auto left = e_.value(n.a());
    const auto right = e_.value(n.b());
    if (left.has_value() == right.has_value() || e_.width(n.a()) == 1) return std::nullopt;
    const unsigned width = e_.width(n.a());
    // Signed order is unsigned order with the sign bit turned around, which is moving by it.
    const bool is_signed = n.kind() == Op::kSlt || n.kind() == Op::kSle;
    const Bits turn = is_signed ? sign_bit(width) : 0;
    const Bits bound = (left ? *left : *right) ^ turn;
    const bool strict = n.kind() == Op::kUlt || n.kind() == Op::kSlt;
    Intervals set;
    if (n.kind() == Op::kEq) {
      set = {{bound, bound}};
    } else if (right) {
      if (!strict || bound != 0) set = {{0, strict ? bound - 1 : bound}};
    } else if (!strict || bound != ones(width)) {
      set = {{strict ? bound + 1 : bound, ones(width)}};
    }
    return preimage(left ? n.b() : n.a(), moved(set, turn, width));
  }

  /// The symbol's values for which `term` is in `set`.
  std::optional<Intervals> preimage(Expr term, const Intervals& set) const {
    if (term == symbol_) return set;
    const Node n = e_[term];
    const unsigned width = n.width;
    const auto constant = operand_count(n.kind()) == 2 ? e_.value(n.b()) : std::nullopt;
    switch (n.kind()) {
      case Op::kZExt:
        return preimage(n.a(), intersection(set, everything(e_.width(n.a()))));
      case Op::kSExt:
        return preimage(n.a(), cut_signed(set, width, e_.width(n.a())));
      case Op::kNot:
        return preimage(n.a(), inverted(set, width));
      case Op::kNeg:
        return preimage(n.a(), moved(inverted(set, width), 1, width));
      case Op::kAdd:
        return constant ? preimage(n.a(), moved(set, Bits{0} - *constant, width)) : std::nullopt;
      case Op::kSub:  // c - u in set: u in -(set - c)
        if (const auto from = e_.value(n.a()))
          return preimage(n.b(), moved(inverted(moved(set, Bits{0} - *from, width), width), 1, width));
        return std::nullopt;
      case Op::kUDiv:
        return constant && *constant != 0 ? preimage(n.a(), multiplied(set, *constant, width)) : std::nullopt;
      case Op::kLShr:
        if (!constant || *constant >= width) return std::nullopt;
        return preimage(n.a(), multiplied(set, Bits{1} << static_cast<unsigned>(*constant), width));
      case Op::kMul: {
        if (!constant || *constant == 0) return std::nullopt;
        const auto factors = divided(set, *constant, width);
        return factors ? preimage(n.a(), *factors) : std::nullopt;
      }
      case Op::kExtract: {
        // The upper part is a shift down.
        const unsigned whole = e_.width(n.a());
        if (n.low() + width != whole) return std::nullopt;
        return preimage(n.a(), multiplied(set, Bits{1} << n.low(), whole));
      }
      default:
        return std::nullopt;
    }
  }

  const symbolic::Expressions& e_;
  Expr symbol_;
};

}  // namespace

Intervals intersection(const Intervals& a, const Intervals& b) {
  Intervals result;
  for (auto i = a.begin(), j = b.begin(); i != a.end() && j != b.end();) {
    const Bits first = std::max(i->first, j->first);
    const Bits last = std::min(i->last, j->last);
    if (first <= last) result.push_back({first, last});
    (i->last < j->last ? i : j)++;
  }
  return result;
}

Intervals complement(const Intervals& set, unsigned width) {
  Intervals result;
  Bits next = 0;
  for (const Interval& each : set) {
    if (each.first > next) result.push_back({next, each.first - 1});
    if (each.last == ones(width)) return result;
    next = each.last + 1;
  }
  result.push_back({next, ones(width)});
  return result;
}

std::optional<Intervals> easy_values(const symbolic::Expressions& expressions, Expr condition, Expr symbol) {
  return Solve(expressions, symbol).condition(condition);
}

std::optional<FixedBits> easy_bits(const symbolic::Expressions& e, Expr condition, Expr symbol) {
  const bool negated = e.is(condition, Op::kNot);
  const Node equality = e[negated ? e[condition].a() : condition];
  if (equality.kind() != Op::kEq) return std::nullopt;
  const auto value = e.value(equality.b());
  if (!value) return std::nullopt;
  const Node part = e[equality.a()];
  FixedBits result;
  if (part.kind() == Op::kExtract && part.a() == symbol) {
    result = {ones(part.width) << part.low(), *value << part.low()};
  } else if (part.kind() == Op::kAnd && part.a() == symbol && e.value(part.b())) {
    result = {*e.value(part.b()), *value};
  } else {
    return std::nullopt;
  }
  if ((result.value & ~result.mask) != 0) return std::nullopt;
  if (!negated) return result;
  // Not equal says something about bits only where there is one.
  if (!is_power_of_two(result.mask)) return std::nullopt;
  return FixedBits{result.mask, result.value ^ result.mask};
}

std::optional<Bits> smallest(const Intervals& set, const FixedBits& bits, unsigned width) {
  const auto at_least = [&](Bits bound) -> std::optional<Bits> {
    const Bits wrong = (bound ^ bits.value) & bits.mask;
    if (wrong == 0) return bound;
    // Equal to the bound above bit i, greater there, least below: the lowest such i gives the smallest value.
    for (unsigned i = 0; i < width; ++i) {
      const Bits bit = Bits{1} << i;
      const bool can_be_one = (bits.mask & bit) == 0 || (bits.value & bit) != 0;
      if ((bound & bit) != 0 || !can_be_one || (wrong >> i) > 1) continue;
      return (bound & ~(bit | (bit - 1))) | bit | (bits.value & (bit - 1));
    }
    return std::nullopt;
  };
  for (const Interval& each : set)
    if (const auto value = at_least(each.first); value && *value <= each.last) return value;
  return std::nullopt;
}

}  // namespace reenact::solver
