#include "solver/z3_terms.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <string>

#include "symbolic/symbols.h"

namespace reenact::solver {

using symbolic::Bits;
using symbolic::Expr;
using symbolic::Node;
using symbolic::Op;

namespace {

/// Is it 2^k, and no negative number?
bool is_power(Bits value, unsigned width) {
  return value != 0 && (value & (value - 1)) == 0 && value < symbolic::sign_bit(std::min(width, 64U));
}

/// Does the operation give a float, or an integer made of one?
bool is_defined_by_float(Op op) {
  switch (op) {
    case Op::kFAdd:
    case Op::kFSub:
    case Op::kFMul:
    case Op::kFDiv:
    case Op::kFSqrt:
    case Op::kFToF:
    case Op::kSToF:
    case Op::kUToF:
    case Op::kFToS:
    case Op::kFToU:
      return true;
    default:
      return false;
  }
}

}  // namespace

Z3Terms::Z3Terms(const symbolic::Expressions& expressions, Z3_context context)
    : expressions_(expressions), context_(context) {}

Z3_ast Z3Terms::condition(Expr e) {
  if (const auto known = terms_.find(e); known != terms_.end()) return known->second;
  // Operands have lower numbers: in that order each finds its operands translated, without a stack.
  for (const Expr each : symbolic::reachable(expressions_, std::span(&e, 1)))
    if (!terms_.contains(each)) terms_.emplace(each, translate(each));
  return terms_.at(e);
}

std::vector<Z3_ast> Z3Terms::definitions(std::span<const Expr> conditions) const {
  std::vector<Z3_ast> result;
  if (definitions_.empty()) return result;
  for (const Expr each : symbolic::reachable(expressions_, conditions))
    if (const auto known = definitions_.find(each); known != definitions_.end()) result.push_back(known->second);
  return result;
}

bool Z3Terms::only_bits(std::span<const Expr> conditions) const {
  return std::ranges::all_of(symbolic::reachable(expressions_, conditions), [&](Expr each) {
    const Op op = expressions_[each].kind();
    // A table that is only read becomes a tree of choices.
    return op < Op::kFAdd && op != Op::kArray && op != Op::kStore;
  });
}

std::vector<std::pair<Expr, Z3_ast>> Z3Terms::leaves(std::span<const Expr> conditions) const {
  std::vector<std::pair<Expr, Z3_ast>> result;
  for (const Expr each : symbolic::reachable(expressions_, conditions))
    if (expressions_.is(each, Op::kSymbol) || expressions_.is(each, Op::kArray))
      result.emplace_back(each, terms_.at(each));
  return result;
}

Z3_ast Z3Terms::number(Bits value, unsigned width) const {
  return Z3_mk_numeral(context_, symbolic::decimal(value).c_str(), Z3_mk_bv_sort(context_, width));
}

Z3_ast Z3Terms::bits(Expr e) const {
  const Z3_ast known = terms_.at(e);
  if (expressions_.width(e) != 1 || expressions_[e].is_array()) return known;
  return Z3_mk_ite(context_, known, number(1, 1), number(0, 1));
}

Z3_ast Z3Terms::truth(Z3_ast bit) const { return Z3_mk_eq(context_, bit, number(1, 1)); }

Z3_sort Z3Terms::float_sort(unsigned width) const {
  return width == 32 ? Z3_mk_fpa_sort_32(context_) : Z3_mk_fpa_sort_64(context_);
}

Z3_ast Z3Terms::float_of(Expr e) const {
  return Z3_mk_fpa_to_fp_bv(context_, bits(e), float_sort(expressions_.width(e)));
}

Z3_ast Z3Terms::translate(Expr e) {
  const Node node = expressions_[e];
  if (is_defined_by_float(node.kind())) return defined(e, node);
  if (operand_count(node.kind()) == 0) return leaf(e, node);
  if (symbolic::is_comparison(node.kind())) return comparison(node);
  if (node.kind() == Op::kIte || (node.width == 1 && node.kind() <= Op::kXor)) return logical(node);
  if (node.kind() == Op::kRead || node.kind() == Op::kStore) return array_operation(node);
  const bool reshapes = node.kind() >= Op::kConcat && node.kind() <= Op::kSExt;
  const Z3_ast result = reshapes ? reshaped(node) : arithmetic(node);
  return node.width == 1 ? truth(result) : result;
}

Z3_ast Z3Terms::leaf(Expr e, const Node& node) const {
  if (node.kind() == Op::kConstant) {
    const Bits value = *expressions_.value(e);
    if (node.width == 1) return value != 0 ? Z3_mk_true(context_) : Z3_mk_false(context_);
    return number(value, node.width);
  }
  const Z3_sort element = Z3_mk_bv_sort(context_, node.width);
  if (node.kind() == Op::kTable) {
    // Only what stores into it needs this; reads are choices (lookup).
    Z3_ast array = Z3_mk_const_array(context_, Z3_mk_bv_sort(context_, node.index_width), number(0, node.width));
    const auto& elements = expressions_.table_of(e).elements;
    for (std::size_t i = 0; i < elements.size(); ++i)
      if (elements[i] != 0)
        array = Z3_mk_store(context_, array, number(i, node.index_width), number(elements[i], node.width));
    return array;
  }
  const Z3_symbol name = Z3_mk_int_symbol(context_, static_cast<int>(node.constant));
  if (node.kind() == Op::kArray)
    return Z3_mk_const(context_, name, Z3_mk_array_sort(context_, Z3_mk_bv_sort(context_, node.index_width), element));
  return Z3_mk_const(context_, name, node.width == 1 ? Z3_mk_bool_sort(context_) : element);
}

Z3_ast Z3Terms::logical(const Node& n) const {
  const Z3_ast both[] = {term(n.a()), operand_count(n.kind()) > 1 ? term(n.b()) : nullptr};
  switch (n.kind()) {
    case Op::kIte:
      return Z3_mk_ite(context_, both[0], both[1], term(n.c()));
    case Op::kAnd:
      return Z3_mk_and(context_, 2, both);
    case Op::kOr:
      return Z3_mk_or(context_, 2, both);
    case Op::kXor:
      return Z3_mk_xor(context_, both[0], both[1]);
    case Op::kNot:
      return Z3_mk_not(context_, both[0]);
    default:
      return both[0];  // -b is b
  }
}

/// a / 2^k, towards zero, without a divider: (a + (a < 0 ? 2^k - 1 : 0)) >> k.
Z3_ast Z3Terms::quotient(Z3_ast a, Bits divisor, unsigned width) const {
  const unsigned k = static_cast<unsigned>(std::countr_zero(static_cast<std::uint64_t>(divisor)));
  const Z3_ast sign = Z3_mk_bvashr(context_, a, number(width - 1, width));
  const Z3_ast rounding = Z3_mk_bvand(context_, sign, number(divisor - 1, width));
  return Z3_mk_bvashr(context_, Z3_mk_bvadd(context_, a, rounding), number(k, width));
}

Z3_ast Z3Terms::arithmetic(const Node& n) const {
  const Z3_ast a = bits(n.a());
  const Z3_ast b = operand_count(n.kind()) > 1 ? bits(n.b()) : nullptr;
  switch (n.kind()) {
    case Op::kNot:
      return Z3_mk_bvnot(context_, a);
    case Op::kNeg:
      return Z3_mk_bvneg(context_, a);
    case Op::kAnd:
      return Z3_mk_bvand(context_, a, b);
    case Op::kOr:
      return Z3_mk_bvor(context_, a, b);
    case Op::kXor:
      return Z3_mk_bvxor(context_, a, b);
    case Op::kAdd:
      return Z3_mk_bvadd(context_, a, b);
    case Op::kSub:
      return Z3_mk_bvsub(context_, a, b);
    case Op::kMul:
      return Z3_mk_bvmul(context_, a, b);
    case Op::kUDiv:
      return Z3_mk_bvudiv(context_, a, b);
    case Op::kSDiv:
      if (const auto divisor = expressions_.value(n.b()); divisor && is_power(*divisor, n.width))
        return quotient(a, *divisor, n.width);
      return Z3_mk_bvsdiv(context_, a, b);
    case Op::kURem:
      return Z3_mk_bvurem(context_, a, b);
    case Op::kSRem:
      return Z3_mk_bvsrem(context_, a, b);
    case Op::kShl:
      return Z3_mk_bvshl(context_, a, b);
    case Op::kLShr:
      return Z3_mk_bvlshr(context_, a, b);
    case Op::kAShr:
      return Z3_mk_bvashr(context_, a, b);
    case Op::kFNeg:
      return Z3_mk_bvxor(context_, a, number(symbolic::sign_bit(n.width), n.width));
    default:
      assert(n.kind() == Op::kFAbs);
      return Z3_mk_bvand(context_, a, number(symbolic::ones(n.width) >> 1, n.width));
  }
}

Z3_ast Z3Terms::comparison(const Node& n) const {
  switch (n.kind()) {
    case Op::kEq:
      return Z3_mk_eq(context_, term(n.a()), term(n.b()));
    case Op::kUlt:
      return Z3_mk_bvult(context_, bits(n.a()), bits(n.b()));
    case Op::kUle:
      return Z3_mk_bvule(context_, bits(n.a()), bits(n.b()));
    case Op::kSlt:
      return Z3_mk_bvslt(context_, bits(n.a()), bits(n.b()));
    case Op::kSle:
      return Z3_mk_bvsle(context_, bits(n.a()), bits(n.b()));
    case Op::kFEq:
      return Z3_mk_fpa_eq(context_, float_of(n.a()), float_of(n.b()));
    case Op::kFLt:
      return Z3_mk_fpa_lt(context_, float_of(n.a()), float_of(n.b()));
    case Op::kFLe:
      return Z3_mk_fpa_leq(context_, float_of(n.a()), float_of(n.b()));
    default:
      return Z3_mk_fpa_is_nan(context_, float_of(n.a()));
  }
}

Z3_ast Z3Terms::reshaped(const Node& n) const {
  const Z3_ast a = bits(n.a());
  switch (n.kind()) {
    case Op::kConcat:
      return Z3_mk_concat(context_, a, bits(n.b()));
    case Op::kExtract:
      return Z3_mk_extract(context_, n.low() + n.width - 1, n.low(), a);
    case Op::kZExt:
      return Z3_mk_zero_ext(context_, n.width - expressions_.width(n.a()), a);
    default:
      return Z3_mk_sign_ext(context_, n.width - expressions_.width(n.a()), a);
  }
}

Z3_ast Z3Terms::array_operation(const Node& n) const {
  if (n.kind() == Op::kStore) return Z3_mk_store(context_, term(n.a()), bits(n.b()), bits(n.c()));
  const Node array = expressions_[n.a()];
  const Z3_ast value = array.kind() == Op::kTable ? lookup(expressions_.table_of(n.a()), bits(n.b()), array.index_width)
                                                  : Z3_mk_select(context_, term(n.a()), bits(n.b()));
  return n.width == 1 ? truth(value) : value;
}

/// A balanced tree of choices over runs of equal elements: bit-vectors only, which Z3 solves faster than arrays.
Z3_ast Z3Terms::lookup(const symbolic::Table& table, Z3_ast index, unsigned index_width) const {
  struct Run {
    Bits first;
    Bits value;
  };
  std::vector<Run> runs;
  const auto add = [&](Bits first, Bits value) {
    if (first > symbolic::ones(index_width)) return;
    if (runs.empty() || runs.back().value != value) runs.push_back({first, value});
  };
  for (std::size_t i = 0; i < table.elements.size(); ++i) add(i, table.elements[i]);
  add(table.elements.size(), 0);
  std::vector<Z3_ast> choices;
  for (const Run& run : runs) choices.push_back(number(run.value, table.width));
  // Neighbours are joined until one is left; firsts[i] is where choices[i] begins.
  std::vector<Bits> firsts;
  for (const Run& run : runs) firsts.push_back(run.first);
  while (choices.size() > 1) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < choices.size(); i += 2, ++kept) {
      const Bits first = firsts[i];
      choices[kept] = i + 1 == choices.size()
                          ? choices[i]
                          : Z3_mk_ite(context_, Z3_mk_bvult(context_, index, number(firsts[i + 1], index_width)),
                                      choices[i], choices[i + 1]);
      firsts[kept] = first;
    }
    choices.resize(kept);
    firsts.resize(kept);
  }
  return choices.front();
}

Z3_ast Z3Terms::float_value(const Node& n) const {
  const Z3_ast nearest = Z3_mk_fpa_rne(context_);
  switch (n.kind()) {
    case Op::kFAdd:
      return Z3_mk_fpa_add(context_, nearest, float_of(n.a()), float_of(n.b()));
    case Op::kFSub:
      return Z3_mk_fpa_sub(context_, nearest, float_of(n.a()), float_of(n.b()));
    case Op::kFMul:
      return Z3_mk_fpa_mul(context_, nearest, float_of(n.a()), float_of(n.b()));
    case Op::kFDiv:
      return Z3_mk_fpa_div(context_, nearest, float_of(n.a()), float_of(n.b()));
    case Op::kFSqrt:
      return Z3_mk_fpa_sqrt(context_, nearest, float_of(n.a()));
    case Op::kSToF:
      return Z3_mk_fpa_to_fp_signed(context_, nearest, bits(n.a()), float_sort(n.width));
    case Op::kUToF:
      return Z3_mk_fpa_to_fp_unsigned(context_, nearest, bits(n.a()), float_sort(n.width));
    default:
      return Z3_mk_fpa_to_fp_float(context_, nearest, float_of(n.a()), float_sort(n.width));
  }
}

Z3_ast Z3Terms::defined(Expr e, const Node& n) {
  const Z3_ast own = Z3_mk_const(context_, Z3_mk_string_symbol(context_, ("float" + std::to_string(e.value)).c_str()),
                                 Z3_mk_bv_sort(context_, n.width));
  const bool to_integer = n.kind() == Op::kFToS || n.kind() == Op::kFToU;
  if (!to_integer) {
    const Z3_ast as_float = Z3_mk_fpa_to_fp_bv(context_, own, float_sort(n.width));
    definitions_.emplace(e, Z3_mk_eq(context_, as_float, float_value(n)));
    return n.width == 1 ? truth(own) : own;
  }
  const bool is_signed = n.kind() == Op::kFToS;
  const Z3_ast value = float_of(n.a());
  const Z3_ast towards_zero = Z3_mk_fpa_rtz(context_);
  const Z3_ast cut = Z3_mk_fpa_round_to_integral(context_, towards_zero, value);
  // The bounds are powers of two, or 0: floats of their own. The upper one is infinite where a float's range ends before.
  const Z3_sort sort = float_sort(expressions_.width(n.a()));
  const unsigned magnitude = is_signed ? n.width - 1 : n.width;
  const Z3_ast bound =
      Z3_mk_fpa_to_fp_unsigned(context_, towards_zero, number(Bits{1} << (magnitude % 128), 128), sort);
  const Z3_ast upper = magnitude >= 128 ? Z3_mk_fpa_inf(context_, sort, false) : bound;
  const Z3_ast lower = is_signed ? Z3_mk_fpa_neg(context_, upper) : Z3_mk_fpa_zero(context_, sort, false);
  const Z3_ast fits[] = {Z3_mk_fpa_lt(context_, cut, upper), Z3_mk_fpa_leq(context_, lower, cut)};
  const Z3_ast integer = is_signed ? Z3_mk_fpa_to_sbv(context_, towards_zero, value, n.width)
                                   : Z3_mk_fpa_to_ubv(context_, towards_zero, value, n.width);
  definitions_.emplace(e, Z3_mk_implies(context_, Z3_mk_and(context_, 2, fits), Z3_mk_eq(context_, own, integer)));
  return n.width == 1 ? truth(own) : own;
}

}  // namespace reenact::solver
