// What a run showed to hold on its way, and the paths beside it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "symbolic/expressions.h"

namespace reenact::concolic {

using symbolic::Expr;
using symbolic::Expressions;

/// One way out of one branch: which branch of the program, and which of its successors.
struct Edge {
  std::uint64_t branch = 0;  // hash of the function's name, and below it the number of its block
  std::uint32_t successor = 0;
  auto operator<=>(const Edge&) const = default;
};
/// Of an edge that stands for its whole block.
inline constexpr std::uint32_t kAnySuccessor = ~std::uint32_t{0};

/// A condition that held where the run left a branch by `edge`; `other` is where its negation leads.
struct Clause {
  Expr condition;
  Edge edge;
  Edge other;
  /// False: no branch of the program's; an address is what it was, an index is inside of its table. Nobody wants the opposite.
  bool negatable = true;
  /// That an address or a size is what it was. Another one leads elsewhere only if something is read or written there.
  bool is_pin = false;
  /// The branch that names the block of the subject's last call, where a function that the program's model does not have may have asked
  /// (a library's: strcmp, std::string); 0: unknown.
  std::uint64_t called_from = 0;
  bool operator==(const Clause&) const = default;
};

/// The conditions of one run in the order it met them; those that are constants are left out.
using PathCondition = std::vector<Clause>;

/// A path that nobody has taken yet: the first clauses of a run's path, and the negation of the next.
/// Invariant: all clauses but the last hold at once, since a run showed it.
/// Those of one run share its path: with a copy each, a path of n clauses would take memory for n * n of them.
class Alternative {
 public:
  /// The first `prefix` clauses of `path`, and `suffix`. `parent`: number of the run it comes from.
  Alternative(std::shared_ptr<const PathCondition> path, std::size_t prefix, Clause suffix, std::uint64_t parent)
      : path_(std::move(path)), prefix_(prefix), suffix_(suffix), parent_(parent) {}
  /// The last of `clauses` is the suffix. REQUIRES: there is one.
  Alternative(PathCondition clauses, std::uint64_t parent) : suffix_(clauses.back()), parent_(parent) {
    prefix_ = clauses.size() - 1;
    path_ = std::make_shared<const PathCondition>(std::move(clauses));
  }

  [[nodiscard]] const Clause& suffix() const { return suffix_; }
  [[nodiscard]] std::uint64_t parent() const { return parent_; }
  [[nodiscard]] std::size_t size() const { return prefix_ + 1; }  // clauses, the suffix included
  /// Of the run it comes from; its first size() - 1 clauses are the prefix.
  [[nodiscard]] const PathCondition& path() const { return *path_; }
  /// How often the run had been at that branch before: in a loop, the number of the iteration, from 0.
  [[nodiscard]] std::uint32_t iteration() const { return iteration_; }
  void set_iteration(std::uint32_t iteration) { iteration_ = iteration; }
  /// Of the same run the one that leaves it at clause `i` of its path.
  [[nodiscard]] Alternative at(std::size_t i, Expressions& expressions) const;
  /// All of them; the last one is the suffix.
  [[nodiscard]] std::vector<Clause> clauses() const;

 private:
  std::shared_ptr<const PathCondition> path_;
  std::size_t prefix_ = 0;
  Clause suffix_;
  std::uint64_t parent_ = 0;
  std::uint32_t iteration_ = 0;
};

/// The way that was not taken.
[[nodiscard]] Clause negated(const Clause& clause, Expressions& expressions);

/// The conditions of the clauses.
[[nodiscard]] std::vector<Expr> conditions(const std::vector<Clause>& clauses);
/// `input.a[0] <= 4 && input.b != 3`.
[[nodiscard]] std::string print(const Expressions& expressions, const std::vector<Clause>& clauses);

}  // namespace reenact::concolic
