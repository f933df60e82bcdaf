// Memory in formulas: what lies at an address is a function of the address, one for each width ("fields as functions").
//
//   `*(int*)(this + 16) == 0`   is   Eq(Read(M32, this + 16), 0)
//
// A formula speaks of memory as it is at one place of a path. Going backward over a store `*p = v`, each `Read(M, a)` becomes v
// where a is p, itself where it cannot be p, and `a == p ? v : Read(M, a)` where that is not known (weakest precondition).
//
// Invariants:
//   1. A formula holds no stores: a read is of a plain array. What arrays are called: `M8`, `M16`, ... for the memory at hand,
//      others for a memory of which nothing is known (behind a call that may have written anything).
//   2. Two reads of different widths at addresses whose distance is known agree byte by byte. Where the distance is not known, they
//      are taken to be apart, and the formula is a guess from then on (Rewritten::is_guess).
//   3. Two accesses of which LLVM's type tags say that they are of different types are apart. A program that breaks this rule of
//      its language may get a precondition that does not hold.
//   4. `size` is one more function: how many bytes there are from an address to the end of what it points into. So is `freed`: 1
//      where an address leads into what was freed.
//   5. An address that is one of several (`p + (c ? 3 : 5)`) is read as `c ? Read(p + 3) : Read(p + 5)`, and what lies in constant data
//      at an unknown index as a table: so reads are decided where they can be.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Metadata.h>

#include <functional>
#include <optional>
#include <unordered_map>
#include <vector>

#include "strategy/backward/address.h"
#include "strategy/backward/elements.h"
#include "symbolic/evaluate.h"

namespace reenact::backward {

inline constexpr unsigned kAddressBits = 64;

class Memory {
 public:
  /// `elements_apart`: see ElementsApart; what is said then is a guess.
  Memory(Expressions& expressions, Places& places, bool elements_apart = false)
      : e_(expressions), places_(places), elements_(expressions, places), elements_apart_(elements_apart) {}

  /// What lies at `address`; `tag` is the access's `!tbaa`, or null. REQUIRES: bits is a multiple of 8, at most 128.
  [[nodiscard]] Expr read(Expr address, unsigned bits, const llvm::MDNode* tag = nullptr);
  /// Bytes from `address` to the end of what it points into.
  [[nodiscard]] Expr size_behind(Expr address);
  /// The condition that `address` leads into memory that was freed.
  [[nodiscard]] Expr is_freed(Expr address);

  /// An array of known size.
  struct Array {
    Expr begin;
    std::uint64_t bytes = 0;
  };
  /// The address is of one of the array's elements, for the program that accesses it demands that its index is in bounds.
  void note_element(Expr address, const Array& of);

  /// One step along a path. Its conditions share much, and what they share is rewritten once: a new one for each step, the same for all
  /// conditions.
  struct Step {
    llvm::DenseMap<std::uint32_t, Expr> done;  // by Expr::value
    std::optional<std::size_t> unknown_memory;
    /// Expressions that may be gone through to tell the places of addresses apart that are one of several (invariant 5). Then a read
    /// stays one of such an address: nothing is said wrongly, and a copy of what a parser read does not take minutes.
    std::size_t left_for_choices = 300'000;
  };

  /// `condition` with expressions in the place of others, as symbolic::substitute does it; reads stay what they are.
  [[nodiscard]] Expr substitute(Expr condition, const std::unordered_map<Expr, Expr>& replacements, Step& step);

  /// A formula of a later memory, for the memory before it was changed.
  struct Rewritten {
    Expr condition;
    bool is_guess = false;
    bool reads_unwritten = false;  // it speaks of what nothing has written: may be anything
  };
  /// `*address = value` was in between.
  [[nodiscard]] Rewritten before_store(Expr condition, Expr address, Expr value, const llvm::MDNode* tag, Step& step);
  /// memcpy or memmove; of an object that is assigned `members` is LLVM's `!tbaa.struct`, else null.
  [[nodiscard]] Rewritten before_copy(Expr condition, Expr to, Expr from, Expr count, const llvm::MDNode* members,
                                      Step& step);
  /// memset; `byte` has 8 bits.
  [[nodiscard]] Rewritten before_fill(Expr condition, Expr to, Expr byte, Expr count, Step& step);
  /// What `pointer` points to was freed. A guess if an address may lead into the middle of it: then more may
  /// be freed than the condition says.
  [[nodiscard]] Rewritten before_free(Expr condition, Expr pointer, Step& step);
  /// Something that may have written anywhere but in constants.
  [[nodiscard]] Rewritten before_anything(Expr condition, std::string_view by, Step& step);
  /// The thing at `base` came to be: what lies there is `initial` bytes (none: nothing known), no pointer from before leads there,
  /// and it is of `size` bytes (none: not known).
  [[nodiscard]] Rewritten before_thing(Expr condition, std::uint64_t base, Expr size,
                                       std::optional<std::uint8_t> initial, Step& step);

  /// Nothing was in between since the program began: variables have their initial values, and (`is_nothing_freed`) nothing was freed.
  [[nodiscard]] Rewritten at_start(Expr condition, bool is_nothing_freed, Step& step);

  /// Does the condition hold with these values whatever lies in memory that nothing has written?
  [[nodiscard]] bool holds_anyway(Expr condition, const symbolic::Assignment& values);

  /// Does it say anything about memory that can change?
  [[nodiscard]] bool reads(Expr condition);
  /// All reads in it, inner ones first.
  [[nodiscard]] const std::vector<Expr>& reads_in(Expr condition);
  [[nodiscard]] const llvm::MDNode* tag_of(Expr read) const;
  /// Is it `Read(size, ...)`?
  [[nodiscard]] bool is_size(Expr read) const;
  /// Is it `Read(freed, ...)`?
  [[nodiscard]] bool is_freed_read(Expr read) const;

 private:
  static constexpr std::string_view kNeverWritten = "never written";
  /// What a read becomes; its address was rewritten already.
  using Change = std::function<Expr(Expr address, unsigned bits, Expr read)>;
  static constexpr Expr kAll{std::uint32_t{1}};
  /// What has a lower number than `changed_from` stays as it is; none: what has no reads stays.
  [[nodiscard]] Expr rewrite(Expr condition, const Change& change, Step& step, Expr changed_from = {});
  [[nodiscard]] Expr changed_to(Expr before, const symbolic::Node& node, bool changed, const Change& change,
                                Step& step);
  [[nodiscard]] Expr array(unsigned bits);
  [[nodiscard]] Expr plain_read(Expr address, unsigned bits, const llvm::MDNode* tag);
  [[nodiscard]] Expr read(Expr address, unsigned bits, const llvm::MDNode* tag, Step& step);
  [[nodiscard]] Expr read_each(Expr address, unsigned bits, Step& step, const std::function<Expr(Expr)>& plain);
  [[nodiscard]] Expr element(Expr address, unsigned bits);
  [[nodiscard]] Expr size_of(const Thing& thing);
  [[nodiscard]] Expr base_in(const Sum& sum);
  [[nodiscard]] Expr pointer_counted_from(Expr address);
  [[nodiscard]] bool leads_elsewhere(Expr before, Expr offset);
  [[nodiscard]] bool are_apart(Expr a, Expr b);
  [[nodiscard]] bool is_outside_of_array(Expr element, Expr other) const;
  void carry_bounds(Expr before, Expr after, const Change& change, Step& step);
  [[nodiscard]] bool is_in_table_of_functions(Expr address) const;
  [[nodiscard]] Expr byte_of(Expr value, Expr offset, Expr otherwise);
  [[nodiscard]] Expr is_within(Expr offset, unsigned size, Expr count);
  [[nodiscard]] Expr choice_in(Expr address);
  [[nodiscard]] Expr without_address(Expr condition, std::uint64_t base);
  [[nodiscard]] Expr overlapping(Expr read, Expr value, std::int64_t from_value, unsigned bits);

  Expressions& e_;
  Places& places_;
  ElementsApart elements_;
  const bool elements_apart_;
  llvm::DenseMap<std::uint32_t, const llvm::MDNode*> tags_;  // by Expr::value
  std::unordered_map<Expr, Array> arrays_;                   // by addresses of their elements
  std::vector<std::optional<bool>> has_reads_;               // by expression
  std::unordered_map<Expr, std::vector<Expr>> reads_in_;
  std::size_t unknown_memories_ = 0, unknown_values_ = 0;
};

/// May two accesses with these `!tbaa` tags be to the same place? Null: it may be anything.
[[nodiscard]] bool may_alias(const llvm::MDNode* a, const llvm::MDNode* b);

}  // namespace reenact::backward
