// Proves the rules of symbolic/rules.h: whatever a rule turns into something else has the same value always.
#include "symbolic/rules.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>

#include "solver/z3_solver.h"
#include "symbolic/print.h"

namespace reenact::solver {
namespace {

using symbolic::Bits;
using symbolic::Node;
using symbolic::Op;
using symbolic::Rule;

constexpr Op kFirst = Op::kNot;
constexpr std::size_t kProofsPerRule = 6;  // per width; a rule matches hundreds of the operands below

/// Tries the rules on nodes over many operands, as Expressions::make does, and has each result proved.
class Prover {
 public:
  /// Has so many matches of each rule proved; what is more is only counted.
  explicit Prover(std::size_t proofs) : proofs_(proofs) {}

  symbolic::Expressions e;

  /// REQUIRES: what is simpler than `node` is there only by the rules.
  void prove(const Node& node) {
    for (const Rule& rule : symbolic::rules_of(node.kind())) {
      const Expr simpler = rule.apply(e, node);
      if (simpler == Expr{}) continue;
      if (++matches_[{rule.op, rule.name}] <= proofs_) prove_equal(node, simpler, rule);
      return;
    }
  }

  [[nodiscard]] std::size_t matches(const Rule& rule) const {
    const auto found = matches_.find({rule.op, rule.name});
    return found == matches_.end() ? 0 : found->second;
  }

 private:
  void prove_equal(const Node& node, Expr simpler, const Rule& rule) {
    const Node made = e[simpler];
    ASSERT_TRUE(made.width == node.width && made.index_width == node.index_width) << rule.name;
    const Expr before = e.unsimplified(node);
    Node equal{};
    equal.op = static_cast<std::uint8_t>(Op::kEq);
    equal.width = 1;
    equal.operands[0] = before.value;
    equal.operands[1] = simpler.value;
    Node differ{};
    differ.op = static_cast<std::uint8_t>(Op::kNot);
    differ.width = 1;
    differ.operands[0] = e.unsimplified(equal).value;
    const Expr query = e.unsimplified(differ);
    const Answer answer = solver_.check(std::span(&query, 1));
    EXPECT_TRUE(is_unsatisfiable(answer))
        << rule.name << ": " << symbolic::print(e, before) << "  ->  " << symbolic::print(e, simpler)
        << (is_unknown(answer) ? "  unknown: " + std::get<Unknown>(answer).reason : std::string());
  }

  Z3Solver solver_{e, {.time = std::chrono::seconds(20)}};
  std::size_t proofs_;
  std::map<std::pair<Op, std::string>, std::size_t> matches_;  // a rule serves several operations
};

Node node_of(Op op, unsigned width, Expr a, Expr b = {}, Expr c = {}, std::uint64_t constant = 0) {
  Node node{};
  node.op = static_cast<std::uint8_t>(op);
  node.width = static_cast<std::uint16_t>(width);
  node.operands[0] = a.value;
  node.operands[1] = b.value;
  node.operands[2] = c.value;
  node.constant = constant;
  return node;
}

/// Constants and symbols of a width.
std::vector<Expr> leaves(symbolic::Expressions& e, unsigned width) {
  const std::string suffix = std::to_string(width);
  std::vector<Expr> result{e.symbol("x" + suffix, width), e.symbol("y" + suffix, width)};
  for (const Bits value :
       {Bits{0}, Bits{1}, Bits{2}, Bits{5}, Bits{8}, symbolic::ones(width), symbolic::sign_bit(width),
        symbolic::ones(width) >> 1, symbolic::ones(width) - 1, symbolic::ones(width) >> (width / 2)})
    result.push_back(e.constant(value, width));
  return result;
}

/// What has the width by being cut, extended or joined.
void add_reshaped(symbolic::Expressions& e, unsigned width, std::vector<Expr>& pool) {
  const unsigned half = width / 2;
  if (half > 0) {
    const Expr n = e.symbol("n" + std::to_string(half), half);
    const Expr m = e.symbol("m" + std::to_string(half), half);
    for (const Op op : {Op::kZExt, Op::kSExt}) {
      for (const Expr each : {n, m}) pool.push_back(e.convert(op, each, width));
      pool.push_back(e.make(Op::kShl, e.convert(op, n, width), e.constant(half, width)));
      pool.push_back(e.make(Op::kAdd, e.convert(op, m, width), e.symbol("x" + std::to_string(width), width)));
    }
    const Expr rest = e.symbol("r" + std::to_string(width - half), width - half);
    pool.push_back(e.make(Op::kConcat, rest, n));
    pool.push_back(e.make(Op::kConcat, n, rest));
    pool.push_back(e.make(Op::kConcat, rest, e.constant(1, half)));
  }
  if (width * 2 <= kReenactMaxWidth) {
    const Expr wide = e.symbol("w" + std::to_string(width * 2), width * 2);
    for (const unsigned low : {0u, width / 2, width}) pool.push_back(e.extract(wide, low, width));
    // Neighbours, the upper one in a concat.
    if (half > 0)
      pool.push_back(
          e.make(Op::kConcat, e.symbol("n" + std::to_string(half), half), e.extract(wide, width, width - half)));
  }
}

/// Operands of a width, of the shapes the rules look for.
std::vector<Expr> operands(symbolic::Expressions& e, unsigned width) {
  std::vector<Expr> pool = leaves(e, width);
  const Expr x = pool[0];
  const Expr y = pool[1];
  const Expr p = e.symbol("p", 1);
  for (const Expr each : {x, y}) {
    pool.push_back(e.make(Op::kNot, each));
    pool.push_back(e.make(Op::kNeg, each));
  }
  for (const Op op : {Op::kAdd, Op::kSub, Op::kMul, Op::kAnd, Op::kOr, Op::kXor}) {
    for (const Bits value : {Bits{2}, Bits{3}, Bits{5}, symbolic::ones(width) >> (width / 2)})
      pool.push_back(e.make(op, x, e.constant(value, width)));
    pool.push_back(e.make(op, x, y));
    pool.push_back(e.make(op, e.constant(5, width), y));
  }
  for (const Op op : {Op::kShl, Op::kLShr, Op::kAShr})
    for (const Bits by : {Bits{1}, Bits{2}, Bits{width / 2}}) pool.push_back(e.make(op, x, e.constant(by, width)));
  pool.push_back(e.ite(p, x, y));
  pool.push_back(e.ite(p, e.constant(1, width), e.constant(2, width)));
  pool.push_back(e.ite(p, e.constant(1, width), y));
  pool.push_back(e.ite(p, x, e.constant(5, width)));
  add_reshaped(e, width, pool);
  std::ranges::sort(pool);
  const auto repeated = std::ranges::unique(pool);
  pool.erase(repeated.begin(), repeated.end());
  return pool;
}

void prove_binary(Prover& prover, const std::vector<Expr>& pool, unsigned width) {
  for (std::size_t op = static_cast<std::size_t>(Op::kAnd); op <= static_cast<std::size_t>(Op::kSle); ++op)
    for (const Expr a : pool)
      for (const Expr b : pool) {
        const Op each = static_cast<Op>(op);
        prover.prove(node_of(each, symbolic::is_comparison(each) ? 1 : width, a, b));
      }
}

void prove_reshaping(Prover& prover, const std::vector<Expr>& pool, unsigned width) {
  for (const Expr a : pool) {
    for (const Op op : {Op::kNot, Op::kNeg}) prover.prove(node_of(op, width, a));
    for (const unsigned wider : {width + 1, width * 2, width + 30})
      for (const Op op : {Op::kZExt, Op::kSExt})
        if (wider <= kReenactMaxWidth) prover.prove(node_of(op, wider, a));
    for (unsigned low = 0; low < width; low += 1 + width / 8)
      for (unsigned cut = 1; low + cut <= width; cut += 1 + width / 8)
        prover.prove(node_of(Op::kExtract, cut, a, {}, {}, low));
    prover.prove(node_of(Op::kExtract, width, a));
    if (width * 2 <= kReenactMaxWidth)
      for (const Expr b : pool) prover.prove(node_of(Op::kConcat, width * 2, a, b));
  }
}

void prove_choices(Prover& prover, const std::vector<Expr>& pool, unsigned width) {
  symbolic::Expressions& e = prover.e;
  const Expr p = e.symbol("p", 1);
  const Expr other = e.symbol("q", 1);
  for (const Expr condition : {p, other, e.negation(p), e.truth(true)})
    for (const Expr a : pool)
      for (const Expr b : pool) prover.prove(node_of(Op::kIte, width, condition, a, b));
}

void prove_comparisons_negated(Prover& prover) {
  symbolic::Expressions& e = prover.e;
  const Expr x = e.symbol("x8", 8);
  const Expr y = e.symbol("y8", 8);
  for (const Op op : {Op::kEq, Op::kUlt, Op::kUle, Op::kSlt, Op::kSle})
    prover.prove(node_of(Op::kNot, 1, e.make(op, x, y)));
}

void prove_arrays(Prover& prover, unsigned width) {
  symbolic::Expressions& e = prover.e;
  const Expr a = e.array("a" + std::to_string(width), 16, width);
  const Expr i = e.symbol("i", 16);
  const std::vector<Bits> elements{3, 1, 4, 1, 5};
  std::vector<Expr> indices{i, e.make(Op::kAdd, i, e.constant(1, 16)), e.symbol("j", 16), e.constant(2, 16),
                            e.constant(70, 16)};
  std::vector<Expr> arrays{a, e.table(elements, 16, width)};
  const Expr v = e.symbol("v" + std::to_string(width), width);
  for (const Expr array : std::vector(arrays))
    for (const Expr index : indices) arrays.push_back(e.make(Op::kStore, array, index, v));
  for (const Expr array : arrays) {
    for (const Expr index : indices) {
      prover.prove(node_of(Op::kRead, width, array, index));
      for (const Expr value : {v, e.make(Op::kRead, array, index)}) {
        Node store = node_of(Op::kStore, width, array, index, value);
        store.index_width = 16;
        prover.prove(store);
      }
    }
  }
}

void prove_floats(Prover& prover, unsigned width) {
  symbolic::Expressions& e = prover.e;
  const std::string suffix = std::to_string(width);
  const Expr f = e.symbol("f32", 32);
  std::vector<Expr> pool{e.symbol("f" + suffix, width), e.symbol("g" + suffix, width),
                         e.convert(Op::kSToF, e.symbol("i", 16), width), e.constant(0, width)};
  if (width == 64) {
    pool.push_back(e.convert(Op::kFToF, f, 64));
    pool.push_back(e.convert(Op::kFToF, e.symbol("g32", 32), 64));
  }
  for (const Expr a : pool) {
    for (const Op op : {Op::kFNeg, Op::kFAbs}) prover.prove(node_of(op, width, a));
    prover.prove(node_of(Op::kFNan, 1, a));
    for (const Expr b : pool)
      for (const Op op : {Op::kFEq, Op::kFLt, Op::kFLe}) prover.prove(node_of(op, 1, a, b));
  }
}

/// All that is tried on bits of one width.
void try_bits(Prover& prover, unsigned width) {
  const std::vector<Expr> pool = operands(prover.e, width);
  prove_binary(prover, pool, width);
  prove_reshaping(prover, pool, width);
  prove_choices(prover, pool, width);
  prove_comparisons_negated(prover);
}

class RulesOfBits : public testing::TestWithParam<unsigned> {};
TEST_P(RulesOfBits, AreProved) {
  Prover prover(kProofsPerRule);
  try_bits(prover, GetParam());
}
INSTANTIATE_TEST_SUITE_P(Widths, RulesOfBits, testing::Values(1u, 2u, 7u, 8u, 16u, 32u, 64u, 128u));

TEST(Rules, OfArraysAreProved) {
  for (const unsigned width : {1u, 8u, 32u}) {
    Prover prover(kProofsPerRule);
    prove_arrays(prover, width);
  }
}

TEST(Rules, OfFloatsAreProved) {
  for (const unsigned width : {32u, 64u}) {
    Prover prover(kProofsPerRule);
    prove_floats(prover, width);
  }
}

TEST(Rules, NoneIsLeftOut) {
  Prover prover(0);
  for (const unsigned width : {1u, 8u, 32u}) try_bits(prover, width);
  prove_arrays(prover, 8);
  for (const unsigned width : {32u, 64u}) prove_floats(prover, width);
  for (std::size_t op = static_cast<std::size_t>(kFirst); op < kReenactOpCount; ++op)
    for (const Rule& rule : symbolic::rules_of(static_cast<Op>(op))) {
      // Folding floats is what evaluate_test and second_solver_test are about; the operands above have too few of them.
      const std::string name = rule.name;
      if (rule.op >= Op::kFAdd && (name == "fold_constants" || name == "order_operands")) continue;
      EXPECT_GT(prover.matches(rule), 0) << "never matched: " << name << " of operation " << op;
    }
}

}  // namespace
}  // namespace reenact::solver
