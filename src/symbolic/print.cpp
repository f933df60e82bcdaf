#include "symbolic/print.h"

#include <fmt/format.h>

#include <bit>

namespace reenact::symbolic {
namespace {

// Binding strengths of C, strongest first.
enum Strength {
  kAtom = 0,
  kUnary = 1,
  kProduct = 3,
  kSum = 4,
  kShift = 5,
  kRelation = 6,
  kEquality = 7,
  kBitAnd = 8,
  kBitXor = 9,
  kBitOr = 10,
  kAnd = 11,
  kOr = 12,
  kChoice = 13,
  kAnything = 14
};

struct Infix {
  std::string_view sign;
  Strength strength;
  bool is_unsigned = false;  // the signed operation has the same sign
};

/// The operator of a binary operation; no sign: it has none in C.
Infix infix_of(const Node& n) {
  const bool condition = n.width == 1;
  switch (n.kind()) {
    case Op::kAnd:
      return condition ? Infix{"&&", kAnd} : Infix{"&", kBitAnd};
    case Op::kOr:
      return condition ? Infix{"||", kOr} : Infix{"|", kBitOr};
    case Op::kXor:
      return condition ? Infix{"!=", kEquality} : Infix{"^", kBitXor};
    case Op::kAdd:
    case Op::kFAdd:
      return {"+", kSum};
    case Op::kSub:
    case Op::kFSub:
      return {"-", kSum};
    case Op::kMul:
    case Op::kFMul:
      return {"*", kProduct};
    case Op::kSDiv:
    case Op::kFDiv:
      return {"/", kProduct};
    case Op::kUDiv:
      return {"/", kProduct, true};
    case Op::kSRem:
      return {"%", kProduct};
    case Op::kURem:
      return {"%", kProduct, true};
    case Op::kShl:
      return {"<<", kShift};
    case Op::kAShr:
      return {">>", kShift};
    case Op::kLShr:
      return {">>", kShift, true};
    case Op::kEq:
    case Op::kFEq:
      return {"==", kEquality};
    case Op::kSlt:
    case Op::kFLt:
      return {"<", kRelation};
    case Op::kSle:
    case Op::kFLe:
      return {"<=", kRelation};
    case Op::kUlt:
      return {"<", kRelation, true};
    case Op::kUle:
      return {"<=", kRelation, true};
    default:
      return {};
  }
}

bool is_float_operation(Op op) { return op >= Op::kFAdd && op <= Op::kFNan; }

std::string character(Bits value) {
  if (value == '\'' || value == '\\') return fmt::format("'\\{}'", static_cast<char>(value));
  return fmt::format("'{}'", static_cast<char>(value));
}

class Printer {
 public:
  explicit Printer(const Expressions& expressions) : e_(expressions) {}

  std::string print(Expr x, Strength around, int depth) const {
    // What is shared is printed each time, so depth alone does not bound the text.
    if (depth == 0 || operations_left_ == 0) return "...";
    --operations_left_;
    const auto [text, strength] = print_bare(x, depth);
    return strength > around ? "(" + text + ")" : text;
  }

 private:
  struct Part {
    std::string text;
    Strength strength;
  };

  Part print_bare(Expr x, int depth) const {
    const Node n = e_[x];
    switch (n.kind()) {
      case Op::kNone:
        return {"?", kAtom};
      case Op::kConstant:
        return {number(*e_.value(x), n.width), kAtom};
      case Op::kSymbol:
      case Op::kArray:
        return {e_.symbol(e_.symbol_of(x)).path, kAtom};
      case Op::kTable:
        return {fmt::format("table{}", n.constant), kAtom};
      case Op::kNot:
        return print_not(n, depth);
      case Op::kNeg:
      case Op::kFNeg:
        return {"-" + print(n.a(), kUnary, depth - 1), kUnary};
      case Op::kIte:
        return {fmt::format("{} ? {} : {}", print(n.a(), kOr, depth - 1), print(n.b(), kChoice, depth - 1),
                            print(n.c(), kChoice, depth - 1)),
                kChoice};
      case Op::kRead:
        return {print(n.a(), kAtom, depth - 1) + "[" + print(n.b(), kAnything, depth - 1) + "]", kAtom};
      case Op::kExtract:
        return print_extract(n, depth);
      case Op::kZExt:
        return cast(fmt::format("uint{}_t", n.width), n, depth);
      case Op::kSExt:
      case Op::kFToS:
        return cast(fmt::format("int{}_t", n.width), n, depth);
      case Op::kFToU:
        return cast(fmt::format("uint{}_t", n.width), n, depth);
      case Op::kFToF:
      case Op::kSToF:
      case Op::kUToF:
        return cast(n.width == 64 ? "double" : "float", n, depth);
      case Op::kConcat:
        return call("concat", n, depth);
      case Op::kStore:
        return call("store", n, depth);
      case Op::kFAbs:
        return call("fabs", n, depth);
      case Op::kFSqrt:
        return call("sqrt", n, depth);
      case Op::kFNan:
        return call("isnan", n, depth);
      default:
        return print_infix(n, infix_of(n), depth);
    }
  }

  Part print_not(const Node& n, int depth) const {
    if (n.width != 1) return {"~" + print(n.a(), kUnary, depth - 1), kUnary};
    const Node inner = e_[n.a()];
    if (inner.kind() == Op::kEq || inner.kind() == Op::kFEq) return print_infix(inner, {"!=", kEquality}, depth);
    return {"!" + print(n.a(), kUnary, depth - 1), kUnary};
  }

  Part print_extract(const Node& n, int depth) const {
    if (n.low() == 0 && n.width >= 8 && std::has_single_bit(unsigned{n.width}))
      return cast(fmt::format("uint{}_t", n.width), n, depth);
    return {fmt::format("{}[{}:{}]", print(n.a(), kAtom, depth - 1), n.low() + n.width - 1, n.low()), kAtom};
  }

  Part cast(std::string_view type, const Node& n, int depth) const {
    return {fmt::format("({}){}", type, print(n.a(), kUnary, depth - 1)), kUnary};
  }

  Part call(std::string_view name, const Node& n, int depth) const {
    std::string text{name};
    for (unsigned i = 0; i < operand_count(n.kind()); ++i)
      text += (i == 0 ? "(" : ", ") + print(Expr{n.operands[i]}, kAnything, depth - 1);
    return {text + ")", kAtom};
  }

  Part print_infix(const Node& n, const Infix& infix, int depth) const {
    const bool is_bound = is_comparison(n.kind());
    const bool left_known = e_.value(n.a()).has_value();
    const bool right_known = e_.value(n.b()).has_value();
    std::string left = operand(n, n.a(), static_cast<Strength>(infix.strength), infix.is_unsigned, depth);
    std::string right = operand(n, n.b(), static_cast<Strength>(infix.strength - 1), infix.is_unsigned, depth);
    if (infix.is_unsigned && !left_known && !right_known) left = "(unsigned)" + operand(n, n.a(), kUnary, false, depth);
    // Numbers stand on the right: 30 <= x is x >= 30.
    if (is_bound && left_known && infix.strength == kRelation)
      return {fmt::format("{} {} {}", right, infix.sign == "<" ? ">" : ">=", left), infix.strength};
    return {fmt::format("{} {} {}", left, infix.sign, right), infix.strength};
  }

  std::string operand(const Node& n, Expr x, Strength around, bool is_unsigned, int depth) const {
    const auto value = e_.value(x);
    if (!value) return print(x, around, depth - 1);
    const unsigned width = e_.width(x);
    if (is_float_operation(n.kind()))
      return width == 64 ? fmt::format("{}", std::bit_cast<double>(static_cast<std::uint64_t>(*value)))
                         : fmt::format("{}f", std::bit_cast<float>(static_cast<std::uint32_t>(*value)));
    if (is_comparison(n.kind()) && width == 8 && *value >= ' ' && *value <= '~') return character(*value);
    return is_unsigned ? decimal(*value) + "u" : number(*value, width);
  }

  /// Signed, where it has a sign.
  static std::string number(Bits value, unsigned width) {
    if (width == 1) return value != 0 ? "true" : "false";
    const SignedBits number = as_signed(value, width);
    return number < 0 ? "-" + decimal(Bits{0} - static_cast<Bits>(number)) : decimal(value);
  }

  const Expressions& e_;
  mutable int operations_left_ = 1000;
};

}  // namespace

std::string print(const Expressions& expressions, Expr e) { return Printer(expressions).print(e, kAnything, 200); }

}  // namespace reenact::symbolic
