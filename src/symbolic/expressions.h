// Expressions, each kept once: equal expressions have equal ids, so comparing them costs nothing and what is shared is stored
// and solved once. They are simplified where they are made (rules.h); what is in the table cannot be made simpler by them.
//
//   Expressions e;
//   const Expr a = e.symbol("input.a[2]", 32);
//   const Expr clause = e.make(Op::kSle, a, e.constant(30, 32));
//   print(e, clause)  ->  "input.a[2] <= 30"
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "abi/expression.h"
#include "base/ids.h"
#include "symbolic/bits.h"

namespace reenact::symbolic {

/// An expression of one table. The id 0 is none.
using Expr = Id<struct ExprTag>;
/// A symbol or an unknown array of one table.
using SymbolId = Id<struct SymbolTag>;

enum class Op : std::uint8_t {
#define REENACT_OPERATION(name, operands) k##name = kReenactOp##name,
  REENACT_OPERATIONS(REENACT_OPERATION)
#undef REENACT_OPERATION
};
[[nodiscard]] unsigned operand_count(Op op);
/// Does the order of its two operands not matter?
[[nodiscard]] bool is_commutative(Op op);
/// Eq, Ult, …, FNan: a condition about operands of any width.
[[nodiscard]] bool is_comparison(Op op);

/// The layout is abi/'s; nothing is added but names.
struct Node : ReenactExpression {
  [[nodiscard]] Op kind() const { return static_cast<Op>(op); }
  [[nodiscard]] Expr a() const { return Expr{operands[0]}; }
  [[nodiscard]] Expr b() const { return Expr{operands[1]}; }
  [[nodiscard]] Expr c() const { return Expr{operands[2]}; }
  /// The lowest bit of an Extract.
  [[nodiscard]] unsigned low() const { return static_cast<unsigned>(constant); }
  [[nodiscard]] bool is_array() const { return index_width != 0; }
};
static_assert(sizeof(Node) == 24);

/// What a symbol or an unknown array stands for.
struct Symbol {
  std::string path;  // how the program reaches it: `input.a[2]`
  unsigned width = 0;
  unsigned index_width = 0;  // 0: no array
};

/// The elements of a constant array; what is behind them is 0.
struct Table {
  std::vector<Bits> elements;
  unsigned width = 0;
};

class Expressions {
 public:
  Expressions();

  [[nodiscard]] Expr constant(Bits value, unsigned width);
  /// The condition that always holds, or never.
  [[nodiscard]] Expr truth(bool value) { return constant(value ? 1 : 0, 1); }
  /// REQUIRES: a path always comes with the same widths.
  [[nodiscard]] Expr symbol(std::string_view path, unsigned width);
  [[nodiscard]] Expr array(std::string_view path, unsigned index_width, unsigned width);
  [[nodiscard]] Expr table(std::span<const Bits> elements, unsigned index_width, unsigned width);

  /// An operation whose width follows from its operands: all but those below.
  [[nodiscard]] Expr make(Op op, Expr a, Expr b = {}, Expr c = {});
  /// ZExt, SExt and the conversions of floats: to `width` bits. An extension to the width it has is the operand.
  [[nodiscard]] Expr convert(Op op, Expr a, unsigned width);
  /// `width` bits from bit `low` upwards.
  [[nodiscard]] Expr extract(Expr a, unsigned low, unsigned width);
  /// The node, or what the rules make of it. REQUIRES: operands of this table, widths that agree.
  [[nodiscard]] Expr make(const Node& node);
  /// The node itself; what proves the rules needs their left-hand sides.
  [[nodiscard]] Expr unsimplified(const Node& node);

  [[nodiscard]] Expr negation(Expr condition) { return make(Op::kNot, condition); }
  [[nodiscard]] Expr ite(Expr condition, Expr then, Expr otherwise) {
    return make(Op::kIte, condition, then, otherwise);
  }

  /// By value: the table may move when something is made.
  [[nodiscard]] Node operator[](Expr e) const { return nodes_[e.index()]; }
  [[nodiscard]] unsigned width(Expr e) const { return nodes_[e.index()].width; }
  [[nodiscard]] bool is(Expr e, Op op) const { return nodes_[e.index()].kind() == op; }
  /// The value of a constant.
  [[nodiscard]] std::optional<Bits> value(Expr e) const;
  [[nodiscard]] const Symbol& symbol(SymbolId id) const { return symbols_[id.index()]; }
  [[nodiscard]] SymbolId symbol_of(Expr e) const {
    return SymbolId{static_cast<std::uint32_t>(nodes_[e.index()].constant)};
  }
  [[nodiscard]] const Table& table_of(Expr e) const { return tables_[nodes_[e.index()].constant]; }
  [[nodiscard]] std::size_t symbol_count() const { return symbols_.size(); }
  /// How many nodes there are, the one that is none included.
  [[nodiscard]] std::size_t size() const { return nodes_.size(); }

 private:
  [[nodiscard]] std::size_t slot_of(const Node& node) const;
  void grow();
  [[nodiscard]] Expr named(std::string_view path, Op op, unsigned index_width, unsigned width);

  std::vector<Node> nodes_;
  /// Open addressing, a power of two, at most half full; 0 is free.
  std::vector<std::uint32_t> slots_;
  std::vector<Symbol> symbols_;
  std::unordered_map<std::string, SymbolId> by_path_;
  std::vector<Table> tables_;
  /// Of what is cut out of operations by cutting out of both their operands: by operand, lowest bit and width. A hash function uses each of its
  /// words several times, so without this its bytes would be cut out once for each of exponentially many ways to them.
  std::unordered_map<std::uint64_t, Expr> cuts_;
  unsigned cuts_under_way_ = 0;  // within each other
};

}  // namespace reenact::symbolic
