#include "solver/range.h"

#include <algorithm>

namespace reenact::solver {
namespace {

using symbolic::Bits;
using symbolic::Node;
using symbolic::ones;
using symbolic::Op;

constexpr Interval kTruths{0, 1};

Interval anything(unsigned width) { return {0, ones(width)}; }
Interval truth(bool value) { return {value ? Bits{1} : 0, value ? Bits{1} : 0}; }
bool is_one_value(const Interval& range) { return range.first == range.last; }

/// `first` to `last`, computed without a limit, in `width` bits: if both wrap as often, the order stays.
Interval wrapped(Bits first, Bits last, unsigned width) {
  if (first >> width != last >> width) return anything(width);
  return {first & ones(width), last & ones(width)};
}

Interval difference(const Interval& a, const Interval& b, unsigned width) {
  const Bits whole = Bits{1} << width;  // so that nothing is negative
  return wrapped(whole + a.first - b.last, whole + a.last - b.first, width);
}

/// As signed numbers in an order of unsigned ones: shifted by half of what there is. None: it has numbers of both signs' ends.
std::optional<Interval> shifted(const Interval& range, unsigned width) {
  const Bits half = symbolic::sign_bit(width);
  if (range.first < half && range.last >= half) return std::nullopt;
  return Interval{(range.first + half) & ones(width), (range.last + half) & ones(width)};
}

Interval less(const Interval& a, const Interval& b, bool or_equal) {
  if (or_equal ? a.last <= b.first : a.last < b.first) return truth(true);
  if (or_equal ? a.first > b.last : a.first >= b.last) return truth(false);
  return kTruths;
}

Interval signed_less(const Bounded& o, bool or_equal) {
  const auto a = shifted(o.operands[0], o.widths[0]);
  const auto b = shifted(o.operands[1], o.widths[1]);
  return a && b ? less(*a, *b, or_equal) : kTruths;
}

Interval equal(const Interval& a, const Interval& b) {
  if (a.last < b.first || b.last < a.first) return truth(false);
  return is_one_value(a) && is_one_value(b) ? truth(true) : kTruths;
}

Interval sign_extended(const Interval& a, unsigned from, unsigned to) {
  const Bits half = symbolic::sign_bit(from);
  if (a.last < half) return a;
  if (a.first < half) return anything(to);
  const Bits above = ones(to) ^ ones(from);
  return {a.first | above, a.last | above};
}

Interval extracted(const Bounded& o) {
  const unsigned low = o.node.low();
  return wrapped(o.operands[0].first >> low, o.operands[0].last >> low, o.node.width);
}

/// The bits that both bounds have alike are those of all between; below them anything may be.
Interval bitwise_and(const Interval& a, const Interval& b) { return {0, std::min(a.last, b.last)}; }
Interval bitwise_or(const Interval& a, const Interval& b) {
  return {std::max(a.first, b.first), ones(std::max(1u, symbolic::bit_width(a.last | b.last)))};
}

Interval inverted(const Interval& a, unsigned width) { return {ones(width) - a.last, ones(width) - a.first}; }

Interval chosen(const Bounded& o) {
  if (is_one_value(o.operands[0])) return o.operands[0].first != 0 ? o.operands[1] : o.operands[2];
  return {std::min(o.operands[1].first, o.operands[2].first), std::max(o.operands[1].last, o.operands[2].last)};
}

Interval shifted_down(const Bounded& o) {
  if (!is_one_value(o.operands[1])) return {0, o.operands[0].last};
  const Bits by = o.operands[1].first;
  if (by >= o.node.width) return {0, 0};
  return {o.operands[0].first >> by, o.operands[0].last >> by};
}

}  // namespace

Interval range_of(const Bounded& o) {
  const Interval& a = o.operands[0];
  const Interval& b = o.operands[1];
  const unsigned width = o.node.width;
  switch (o.node.kind()) {
    case Op::kAdd:
      return wrapped(a.first + b.first, a.last + b.last, width);
    case Op::kSub:
      return difference(a, b, width);
    case Op::kNeg:
      return difference({0, 0}, a, width);
    case Op::kMul:  // of at most 64 bits: the products have room
      return wrapped(a.first * b.first, a.last * b.last, width);
    case Op::kUDiv:
      return b.first == 0 ? anything(width) : Interval{a.first / b.last, a.last / b.first};
    case Op::kURem:
      return b.first == 0 ? anything(width) : Interval{0, std::min(a.last, b.last - 1)};
    case Op::kLShr:
      return shifted_down(o);
    case Op::kNot:
      return inverted(a, width);
    case Op::kAnd:
      return bitwise_and(a, b);
    case Op::kOr:
      return bitwise_or(a, b);
    case Op::kEq:
      return equal(a, b);
    case Op::kUlt:
      return less(a, b, false);
    case Op::kUle:
      return less(a, b, true);
    case Op::kSlt:
      return signed_less(o, false);
    case Op::kSle:
      return signed_less(o, true);
    case Op::kConcat:
      return {a.first << o.widths[1] | b.first, a.last << o.widths[1] | b.last};
    case Op::kExtract:
      return extracted(o);
    case Op::kZExt:
      return a;
    case Op::kSExt:
      return sign_extended(a, o.widths[0], width);
    case Op::kIte:
      return chosen(o);
    default:
      return anything(width);
  }
}

}  // namespace reenact::solver
