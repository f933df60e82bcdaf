#include "symbolic/operation.h"

#include <cmath>
#include <limits>

namespace reenact::symbolic {
namespace {

Bits divide(SignedBits a, SignedBits b, Bits by_zero) {
  if (b == 0) return by_zero;
  // The one quotient that does not fit wraps around to itself.
  return b == -1 ? Bits{0} - static_cast<Bits>(a) : static_cast<Bits>(a / b);
}

Bits remainder(SignedBits a, SignedBits b) {
  if (b == 0) return static_cast<Bits>(a);
  return b == -1 ? 0 : static_cast<Bits>(a % b);
}

Bits shift_left(Bits a, Bits by, unsigned width) { return by >= width ? 0 : a << static_cast<unsigned>(by); }
Bits shift_right(Bits a, Bits by, unsigned width) { return by >= width ? 0 : a >> static_cast<unsigned>(by); }
Bits shift_arithmetic(Bits a, Bits by, unsigned width) {
  const auto steps = by >= width ? width - 1 : static_cast<unsigned>(by);
  return static_cast<Bits>(as_signed(a, width) >> steps);
}

/// Arithmetic and bits; truncated by the caller.
std::optional<Bits> compute_integer(Op op, const Operands& in) {
  const unsigned w = in.width;
  const SignedBits a = as_signed(in.a, w);
  const SignedBits b = as_signed(in.b, w);
  switch (op) {
    case Op::kNot:
      return ~in.a;
    case Op::kNeg:
      return Bits{0} - in.a;
    case Op::kAnd:
      return in.a & in.b;
    case Op::kOr:
      return in.a | in.b;
    case Op::kXor:
      return in.a ^ in.b;
    case Op::kAdd:
      return in.a + in.b;
    case Op::kSub:
      return in.a - in.b;
    case Op::kMul:
      return in.a * in.b;
    case Op::kUDiv:
      return in.b == 0 ? ones(w) : in.a / in.b;
    case Op::kURem:
      return in.b == 0 ? in.a : in.a % in.b;
    case Op::kSDiv:
      return divide(a, b, a < 0 ? 1 : ones(w));
    case Op::kSRem:
      return remainder(a, b);
    case Op::kShl:
      return shift_left(in.a, in.b, w);
    case Op::kLShr:
      return shift_right(in.a, in.b, w);
    case Op::kAShr:
      return shift_arithmetic(in.a, in.b, w);
    case Op::kEq:
      return in.a == in.b ? 1 : 0;
    case Op::kUlt:
      return in.a < in.b ? 1 : 0;
    case Op::kUle:
      return in.a <= in.b ? 1 : 0;
    case Op::kSlt:
      return a < b ? 1 : 0;
    case Op::kSle:
      return a <= b ? 1 : 0;
    default:
      return std::nullopt;
  }
}

template <typename Float, typename Raw>
Float float_of(Bits bits) {
  return std::bit_cast<Float>(static_cast<Raw>(bits));
}

/// The integer in [lowest, highest] that `value` is when cut off, if it is in there.
template <typename Float>
std::optional<Bits> to_integer(Float value, unsigned width, bool is_signed) {
  if (std::isnan(value)) return std::nullopt;
  const Float cut = std::trunc(value);
  const auto bound = std::ldexp(Float{1}, static_cast<int>(is_signed ? width - 1 : width));
  if (!(cut < bound) || cut < (is_signed ? -bound : Float{0})) return std::nullopt;
  return is_signed ? static_cast<Bits>(static_cast<SignedBits>(cut)) : static_cast<Bits>(cut);
}

template <typename Float, typename Raw>
std::optional<Bits> compute_float(const Node& node, const Operands& in) {
  const auto a = float_of<Float, Raw>(in.a);
  const auto b = float_of<Float, Raw>(in.b);
  const auto bits = [](Float value) { return Bits{std::bit_cast<Raw>(value)}; };
  switch (node.kind()) {
    case Op::kFAdd:
      return bits(a + b);
    case Op::kFSub:
      return bits(a - b);
    case Op::kFMul:
      return bits(a * b);
    case Op::kFDiv:
      return bits(a / b);
    case Op::kFNeg:
      return in.a ^ sign_bit(in.width);
    case Op::kFAbs:
      return in.a & ~sign_bit(in.width);
    case Op::kFSqrt:
      return bits(std::sqrt(a));
    case Op::kFEq:
      return a == b ? 1 : 0;
    case Op::kFLt:
      return a < b ? 1 : 0;
    case Op::kFLe:
      return a <= b ? 1 : 0;
    case Op::kFNan:
      return std::isnan(a) ? 1 : 0;
    case Op::kFToF:
      return node.width == 64 ? Bits{std::bit_cast<std::uint64_t>(static_cast<double>(a))}
                              : Bits{std::bit_cast<std::uint32_t>(static_cast<float>(a))};
    case Op::kFToS:
      return to_integer(a, node.width, true);
    case Op::kFToU:
      return to_integer(a, node.width, false);
    default:
      return std::nullopt;
  }
}

/// An integer as a float, rounded once.
Bits from_integer(const Node& node, const Operands& in) {
  const bool is_signed = node.kind() == Op::kSToF;
  const SignedBits value = as_signed(in.a, in.width);
  if (node.width == 32)
    return std::bit_cast<std::uint32_t>(is_signed ? static_cast<float>(value) : static_cast<float>(in.a));
  return std::bit_cast<std::uint64_t>(is_signed ? static_cast<double>(value) : static_cast<double>(in.a));
}

}  // namespace

std::optional<Bits> compute(const Node& node, const Operands& in) {
  std::optional<Bits> result;
  switch (node.kind()) {
    case Op::kConcat:
      result = in.a << in.width | in.b;
      break;
    case Op::kExtract:
      result = in.a >> node.low();
      break;
    case Op::kZExt:
      result = in.a;
      break;
    case Op::kSExt:
      result = static_cast<Bits>(as_signed(in.a, in.width));
      break;
    case Op::kIte:
      result = in.a != 0 ? in.b : in.c;
      break;
    case Op::kSToF:
    case Op::kUToF:
      result = from_integer(node, in);
      break;
    default:
      if (node.kind() >= Op::kFAdd)
        result = in.width == 64 ? compute_float<double, std::uint64_t>(node, in)
                                : compute_float<float, std::uint32_t>(node, in);
      else
        result = compute_integer(node.kind(), in);
  }
  if (result) *result = truncated(*result, node.width);
  return result;
}

}  // namespace reenact::symbolic
