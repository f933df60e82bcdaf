#include "solver/smtlib.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "symbolic/symbols.h"

namespace reenact::solver {
namespace {

using symbolic::Bits;
using symbolic::Expr;
using symbolic::Node;
using symbolic::Op;

std::string bits_sort(unsigned width) { return fmt::format("(_ BitVec {})", width); }
std::string literal(Bits value, unsigned width) { return fmt::format("(_ bv{} {})", symbolic::decimal(value), width); }
std::string_view float_format(unsigned width) { return width == 32 ? "8 24" : "11 53"; }

/// The function of the theory of bit-vectors; "" if it is none.
std::string_view bits_function(Op op) {
  switch (op) {
    case Op::kNot:
      return "bvnot";
    case Op::kNeg:
      return "bvneg";
    case Op::kAnd:
      return "bvand";
    case Op::kOr:
      return "bvor";
    case Op::kXor:
      return "bvxor";
    case Op::kAdd:
      return "bvadd";
    case Op::kSub:
      return "bvsub";
    case Op::kMul:
      return "bvmul";
    case Op::kUDiv:
      return "bvudiv";
    case Op::kSDiv:
      return "bvsdiv";
    case Op::kURem:
      return "bvurem";
    case Op::kSRem:
      return "bvsrem";
    case Op::kShl:
      return "bvshl";
    case Op::kLShr:
      return "bvlshr";
    case Op::kAShr:
      return "bvashr";
    case Op::kConcat:
      return "concat";
    case Op::kUlt:
      return "bvult";
    case Op::kUle:
      return "bvule";
    case Op::kSlt:
      return "bvslt";
    case Op::kSle:
      return "bvsle";
    default:
      return "";
  }
}

std::string_view float_function(Op op) {
  switch (op) {
    case Op::kFAdd:
      return "fp.add RNE";
    case Op::kFSub:
      return "fp.sub RNE";
    case Op::kFMul:
      return "fp.mul RNE";
    case Op::kFDiv:
      return "fp.div RNE";
    case Op::kFSqrt:
      return "fp.sqrt RNE";
    case Op::kFEq:
      return "fp.eq";
    case Op::kFLt:
      return "fp.lt";
    case Op::kFLe:
      return "fp.leq";
    case Op::kFNan:
      return "fp.isNaN";
    default:
      return "";
  }
}

/// Writes one query: each expression gets a name of its own, in the order of the table, so operands come first.
class Writer {
 public:
  explicit Writer(const symbolic::Expressions& expressions) : e_(expressions) {}

  std::string write(std::span<const Expr> clauses) {
    text_ = "(set-logic QF_ABVFP)\n";
    for (const Expr each : symbolic::reachable(e_, clauses)) name(each);
    for (const Expr clause : clauses) text_ += fmt::format("(assert {})\n", term(clause));
    return text_ + "(check-sat)\n";
  }

 private:
  [[nodiscard]] std::string term(Expr x) const {
    const Node n = e_[x];
    if (n.kind() == Op::kSymbol || n.kind() == Op::kArray) return "|" + e_.symbol(e_.symbol_of(x)).path + "|";
    if (n.kind() != Op::kConstant) return fmt::format("t{}", x.value);
    if (n.width == 1) return *e_.value(x) != 0 ? "true" : "false";
    return literal(*e_.value(x), n.width);
  }
  [[nodiscard]] std::string bits(Expr x) const {
    return e_.width(x) == 1 && !e_[x].is_array() ? fmt::format("(ite {} #b1 #b0)", term(x)) : term(x);
  }
  [[nodiscard]] std::string as_float(Expr x) const { return as_float(bits(x), e_.width(x)); }
  [[nodiscard]] static std::string as_float(std::string_view bits, unsigned width) {
    return fmt::format("((_ to_fp {}) {})", float_format(width), bits);
  }
  [[nodiscard]] static std::string sort(const Node& n) {
    if (n.is_array()) return fmt::format("(Array {} {})", bits_sort(n.index_width), bits_sort(n.width));
    return n.width == 1 ? "Bool" : bits_sort(n.width);
  }

  void name(Expr x) {
    const Node n = e_[x];
    if (n.kind() == Op::kConstant) return;
    if (n.kind() == Op::kSymbol || n.kind() == Op::kArray) {
      text_ += fmt::format("(declare-const {} {})\n", term(x), sort(n));
    } else if (is_defined_by_float(n.kind())) {
      text_ +=
          fmt::format("(declare-const t{} {})\n(assert {})\n", x.value, bits_sort(n.width), float_definition(x, n));
    } else {
      text_ += fmt::format("(define-fun t{} () {} {})\n", x.value, sort(n), value(x, n));
    }
  }

  static bool is_defined_by_float(Op op) {
    switch (op) {
      case Op::kFToF:
      case Op::kSToF:
      case Op::kUToF:
      case Op::kFToS:
      case Op::kFToU:
        return true;
      default:
        return op >= Op::kFAdd && op <= Op::kFSqrt && op != Op::kFNeg && op != Op::kFAbs;
    }
  }

  [[nodiscard]] std::string value(Expr x, const Node& n) const {
    switch (n.kind()) {
      case Op::kTable:
        return table(x, n);
      case Op::kEq:
        return fmt::format("(= {} {})", term(n.a()), term(n.b()));
      case Op::kIte:
        return fmt::format("(ite {} {} {})", term(n.a()), term(n.b()), term(n.c()));
      case Op::kExtract:
        return condition(n, fmt::format("((_ extract {} {}) {})", n.low() + n.width - 1, n.low(), bits(n.a())));
      case Op::kZExt:
        return fmt::format("((_ zero_extend {}) {})", n.width - e_.width(n.a()), bits(n.a()));
      case Op::kSExt:
        return fmt::format("((_ sign_extend {}) {})", n.width - e_.width(n.a()), bits(n.a()));
      case Op::kRead:
        return condition(n, fmt::format("(select {} {})", term(n.a()), bits(n.b())));
      case Op::kStore:
        return fmt::format("(store {} {} {})", term(n.a()), bits(n.b()), bits(n.c()));
      case Op::kFNeg:
        return fmt::format("(bvxor {} {})", bits(n.a()), literal(symbolic::sign_bit(n.width), n.width));
      case Op::kFAbs:
        return fmt::format("(bvand {} {})", bits(n.a()), literal(symbolic::ones(n.width) >> 1, n.width));
      default:
        break;
    }
    if (const auto function = float_function(n.kind()); !function.empty()) {
      std::string text = fmt::format("({}", function);
      for (unsigned i = 0; i < operand_count(n.kind()); ++i) text += " " + as_float(Expr{n.operands[i]});
      return text + ")";
    }
    std::string text = fmt::format("({}", bits_function(n.kind()));
    for (unsigned i = 0; i < operand_count(n.kind()); ++i) text += " " + bits(Expr{n.operands[i]});
    text += ")";
    return symbolic::is_comparison(n.kind()) ? text : condition(n, text);
  }

  /// Of one bit: as a truth value.
  [[nodiscard]] static std::string condition(const Node& n, const std::string& bits) {
    return n.width == 1 ? fmt::format("(= {} #b1)", bits) : bits;
  }

  [[nodiscard]] std::string table(Expr x, const Node& n) const {
    std::string text = fmt::format("((as const {}) {})", sort(n), literal(0, n.width));
    const auto& elements = e_.table_of(x).elements;
    for (std::size_t i = 0; i < elements.size() && Bits{i} <= symbolic::ones(n.index_width); ++i)
      if (elements[i] != 0)
        text = fmt::format("(store {} {} {})", text, literal(i, n.index_width), literal(elements[i], n.width));
    return text;
  }

  [[nodiscard]] std::string float_definition(Expr x, const Node& n) const {
    const std::string own = fmt::format("t{}", x.value);
    const std::string format{float_format(n.width)};
    switch (n.kind()) {
      case Op::kFToS:
      case Op::kFToU:
        return integer_definition(own, n);
      case Op::kSToF:
        return fmt::format("(= {} ((_ to_fp {}) RNE {}))", as_float(own, n.width), format, bits(n.a()));
      case Op::kUToF:
        return fmt::format("(= {} ((_ to_fp_unsigned {}) RNE {}))", as_float(own, n.width), format, bits(n.a()));
      case Op::kFToF:
        return fmt::format("(= {} ((_ to_fp {}) RNE {}))", as_float(own, n.width), format, as_float(n.a()));
      default:
        return fmt::format("(= {} {})", as_float(own, n.width), value(x, n));
    }
  }

  /// Says nothing where the integer cannot hold the float.
  [[nodiscard]] std::string integer_definition(const std::string& own, const Node& n) const {
    const bool is_signed = n.kind() == Op::kFToS;
    const std::string format{float_format(e_.width(n.a()))};
    const unsigned magnitude = is_signed ? n.width - 1u : n.width;
    const std::string upper =
        magnitude >= 128 ? fmt::format("(_ +oo {})", format)
                         : fmt::format("((_ to_fp_unsigned {}) RTZ {})", format, literal(Bits{1} << magnitude, 128));
    const std::string lower = is_signed ? fmt::format("(fp.neg {})", upper) : fmt::format("(_ +zero {})", format);
    const std::string value = as_float(n.a());
    const std::string cut = fmt::format("(fp.roundToIntegral RTZ {})", value);
    return fmt::format("(=> (and (fp.lt {0} {1}) (fp.leq {2} {0})) (= {3} ((_ fp.to_{4}bv {5}) RTZ {6})))", cut, upper,
                       lower, own, is_signed ? "s" : "u", n.width, value);
  }

  const symbolic::Expressions& e_;
  std::string text_;
};

}  // namespace

std::string to_smtlib(const symbolic::Expressions& expressions, std::span<const Expr> clauses) {
  return Writer(expressions).write(clauses);
}

}  // namespace reenact::solver
