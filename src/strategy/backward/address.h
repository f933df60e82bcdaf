// Addresses as sums, and where things lie.
//
// Things whose place is known (globals, functions, locals, what was allocated on the path) have constant addresses, one area
// each, so far from one another that no offset leads from one to the next. So whether two of them are the same is no question for a
// solver. Everything else is an unknown: a parameter, or what lies in memory when the path begins.
#pragma once

#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "bitcode/bitcode.h"
#include "symbolic/expressions.h"
#include "symbolic/symbols.h"

namespace reenact::backward {

using symbolic::Expr;
using symbolic::Expressions;
using symbolic::Op;

/// x * 8 + y + 24: how often each term is in a sum, and the constant. Arithmetic modulo 2^64.
struct Sum {
  std::map<Expr, std::uint64_t> terms;
  std::uint64_t constant = 0;
};
[[nodiscard]] Sum sum_of(const Expressions& expressions, Expr e);
/// b - a, if that is the same for all values of what is unknown.
[[nodiscard]] std::optional<std::int64_t> distance(const Expressions& expressions, Expr a, Expr b);

/// A thing with a place of its own.
struct Thing {
  enum class Kind : std::uint8_t { kGlobal, kFunction, kLocal, kAllocated, kText, kTable };
  Kind kind = Kind::kGlobal;
  llvm::GlobalValue* global = nullptr;         // kGlobal, kFunction
  const llvm::AllocaInst* variable = nullptr;  // kLocal
  std::uint32_t activation = 0;                // kLocal: whose
  std::uint64_t base = 0;
  std::vector<std::uint8_t> bytes;  // kTable: what lies there, for ever
};

/// Gives things their places. The same global has the same place wherever it is named.
class Places {
 public:
  explicit Places(Bitcode& bitcode) : bitcode_(bitcode) {}

  [[nodiscard]] std::uint64_t of(llvm::GlobalValue& global);
  [[nodiscard]] std::uint64_t of(const llvm::AllocaInst& variable, std::uint32_t activation);
  /// Something new on the heap, or (kText) a literal of a test.
  [[nodiscard]] std::uint64_t allocate(Thing::Kind kind = Thing::Kind::kAllocated);
  /// `symbol` is what an allocation gives: a thing of its own, whose place is not known yet.
  void note_allocated(Expr symbol) { allocated_.insert(symbol); }
  [[nodiscard]] bool is_allocated(Expr symbol) const { return allocated_.contains(symbol); }
  /// Constant data of the C library, by name: `make()` says what lies there when it is asked for first.
  [[nodiscard]] std::uint64_t table(const std::string& name, const std::function<std::vector<std::uint8_t>()>& make);

  /// The thing an address lies in, however far behind its base; null: no constant of ours.
  [[nodiscard]] const Thing* at(std::uint64_t address) const;
  /// The same for a sum: by its constant part.
  [[nodiscard]] const Thing* under(const Expressions& expressions, Expr address) const;
  /// The bits of a constant at an address, if it is that of a constant global variable whose initial value is known.
  [[nodiscard]] std::optional<symbolic::Bits> constant_at(std::uint64_t address, unsigned bits);
  /// Bytes of the constant data that an address lies in; none: it is in none, or its size is not known.
  [[nodiscard]] std::optional<std::uint64_t> constant_size(const Thing& thing) const;
  /// The initial bits of a variable at that address, constant or not.
  [[nodiscard]] std::optional<symbolic::Bits> initial_at(std::uint64_t address, unsigned bits);

 private:
  static constexpr std::uint64_t kFirst = 0x10'0000'0000'0000;  // no user's address: nothing else is there
  static constexpr std::uint64_t kApart = 0x1'0000'0000;
  std::uint64_t add(Thing thing);
  [[nodiscard]] std::optional<symbolic::Bits> bits_at(const Thing& thing, std::uint64_t offset, unsigned bits);

  Bitcode& bitcode_;
  std::vector<Thing> things_;
  std::unordered_set<Expr> allocated_;
  std::unordered_map<std::string, std::uint64_t> globals_;
  std::map<std::pair<const llvm::AllocaInst*, std::uint32_t>, std::uint64_t> locals_;
};

}  // namespace reenact::backward
