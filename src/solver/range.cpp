#include "solver/range.h"

#include <algorithm>
#include <utility>

namespace reenact::solver {
namespace {

using symbolic::Bits;
using symbolic::Node;
using symbolic::ones;
using symbolic::Op;
using symbolic::SignedBits;

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

Interval less(const Interval& a, const Interval& b, bool or_equal) {
  if (or_equal ? a.last <= b.first : a.last < b.first) return truth(true);
  if (or_equal ? a.first > b.last : a.first >= b.last) return truth(false);
  return kTruths;
}

Interval equal(const Interval& a, const Interval& b) {
  if (a.last < b.first || b.last < a.first) return truth(false);
  return is_one_value(a) && is_one_value(b) ? truth(true) : kTruths;
}

Interval extracted(const Interval& a, const Node& node) {
  return wrapped(a.first >> node.low(), a.last >> node.low(), node.width);
}

/// The bits that both bounds have alike are those of all between; below them anything may be.
Interval bitwise_and(const Interval& a, const Interval& b) { return {0, std::min(a.last, b.last)}; }
Interval bitwise_or(const Interval& a, const Interval& b) {
  return {std::max(a.first, b.first), ones(std::max(1u, symbolic::bit_width(a.last | b.last)))};
}

Interval inverted(const Interval& a, unsigned width) { return {ones(width) - a.last, ones(width) - a.first}; }

Interval either(const Interval& a, const Interval& b) { return {std::min(a.first, b.first), std::max(a.last, b.last)}; }

Interval shifted_down(const Interval& a, const Interval& by, unsigned width) {
  if (!is_one_value(by)) return {0, a.last};
  if (by.first >= width) return {0, 0};
  return {a.first >> by.first, a.last >> by.first};
}

/// As numbers without a sign.
Interval unsigned_range(const Bounded& o) {
  const Interval& a = o.operands[0].values;
  const Interval& b = o.operands[1].values;
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
      return shifted_down(a, b, width);
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
    case Op::kConcat:
      return {a.first << o.widths[1] | b.first, a.last << o.widths[1] | b.last};
    case Op::kExtract:
      return extracted(a, o.node);
    case Op::kZExt:
      return a;
    case Op::kIte:
      return either(b, o.operands[2].values);
    default:
      return anything(width);
  }
}

/// With a sign, least and most.
using Signed = std::pair<SignedBits, SignedBits>;

Signed any_signed(unsigned width) {
  return {-SignedBits(symbolic::sign_bit(width)), SignedBits(symbolic::sign_bit(width)) - 1};
}

/// As computed without a limit: a result that does not wrap.
Signed unwrapped(SignedBits least, SignedBits most, unsigned width) {
  const Signed all = any_signed(width);
  return least < all.first || most > all.second ? all : Signed{least, most};
}

Signed product(const Range& a, const Range& b, unsigned width) {
  const SignedBits corners[] = {a.least * b.least, a.least * b.most, a.most * b.least, a.most * b.most};
  const auto [least, most] = std::ranges::minmax(corners);
  return unwrapped(least, most, width);
}

Signed signed_shifted_down(const Range& a, const Interval& by) {
  if (!is_one_value(by) || by.first > 63) return {std::min<SignedBits>(a.least, 0), std::max<SignedBits>(a.most, 0)};
  return {a.least >> static_cast<unsigned>(by.first), a.most >> static_cast<unsigned>(by.first)};
}

/// As numbers with a sign.
Signed range_with_sign(const Bounded& o) {
  const Range& a = o.operands[0];
  const Range& b = o.operands[1];
  const Range& c = o.operands[2];
  const unsigned width = o.node.width;
  switch (o.node.kind()) {
    case Op::kAdd:
      return unwrapped(a.least + b.least, a.most + b.most, width);
    case Op::kSub:
      return unwrapped(a.least - b.most, a.most - b.least, width);
    case Op::kNeg:
      return unwrapped(-a.most, -a.least, width);
    case Op::kNot:
      return {-a.most - 1, -a.least - 1};
    case Op::kMul:
      return product(a, b, width);
    case Op::kAShr:
      return signed_shifted_down(a, b.values);
    case Op::kExtract:
      return o.node.low() == 0 ? unwrapped(a.least, a.most, width) : any_signed(width);
    case Op::kSExt:
      return {a.least, a.most};
    case Op::kIte:
      return {std::min(b.least, c.least), std::max(b.most, c.most)};
    default:
      return any_signed(width);
  }
}

Interval signed_less(const Range& a, const Range& b, bool or_equal) {
  if (or_equal ? a.most <= b.least : a.most < b.least) return truth(true);
  if (or_equal ? a.least > b.most : a.least >= b.most) return truth(false);
  return kTruths;
}

/// What lies within both. REQUIRES: something does.
Range both(const Range& a, const Range& b) {
  return {{std::max(a.values.first, b.values.first), std::min(a.values.last, b.values.last)},
          std::max(a.least, b.least),
          std::min(a.most, b.most)};
}

}  // namespace

Range range_in(const Interval& values, unsigned width) {
  const Bits half = symbolic::sign_bit(width);
  if (values.first < half && values.last >= half) return {values, any_signed(width).first, any_signed(width).second};
  return {values, symbolic::as_signed(values.first, width), symbolic::as_signed(values.last, width)};
}

Range signed_range(SignedBits least, SignedBits most, unsigned width) {
  if (least < 0 && most >= 0) return {anything(width), least, most};
  return {{symbolic::truncated(Bits(least), width), symbolic::truncated(Bits(most), width)}, least, most};
}

Range range_of(const Bounded& o) {
  const Range& a = o.operands[0];
  const Range& b = o.operands[1];
  const unsigned width = o.node.width;
  switch (o.node.kind()) {
    case Op::kSlt:
      return range_in(signed_less(a, b, false), width);
    case Op::kSle:
      return range_in(signed_less(a, b, true), width);
    case Op::kEq:
      if (a.most < b.least || b.most < a.least) return range_in(truth(false), width);
      break;
    case Op::kIte:
      if (is_one_value(a.values)) return a.values.first != 0 ? b : o.operands[2];
      break;
    default:
      break;
  }
  const auto [least, most] = range_with_sign(o);
  return both(range_in(unsigned_range(o), width), signed_range(least, most, width));
}

}  // namespace reenact::solver
