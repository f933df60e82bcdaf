// Paths attempted out of turn, because one that was wanted contradicts what they would change.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "strategy/concolic/path_condition.h"
#include "strategy/concolic/path_selector.h"
#include "symbolic/symbols.h"

namespace reenact::concolic {

/// Conflict-directed order. Where a path is proved infeasible, the proof says which inputs earlier branches have decided otherwise:
///
///   if (c >= 'a' && c <= 'z') value = c - 71; else if (c >= 'A' ...) value = c - 65; ...
///   if (value == 20) ...               with c in a..z there is no such c: another branch on c has to be taken before
///
/// All branches on those inputs alone are tried, not only those of the proof: c >= 'a' contradicts it, but c > 'Z', which is implied, is what
/// decides. Asked only for what is new: a way out of a branch that no run has taken as often (the third equal byte of a magic value).
/// The paths that leave those branches the other way come next, and behind each the branch that was wanted. Every second path at most is
/// of these, so that nothing starves. That another run has gone that way before does not matter: this one's other inputs took it
/// further.
class Conflicts {
 public:
  /// `is_on`: else nothing is ever out of turn.
  Conflicts(Expressions& expressions, bool is_on) : expressions_(expressions), symbols_(expressions), is_on_(is_on) {}

  /// The path to attempt next: one out of turn, or the selector's. None: neither has any.
  [[nodiscard]] std::optional<Alternative> next(PathSelector& selector);
  /// `core`: conditions of the alternative that cannot hold together.
  void infeasible(const Alternative& alternative, const std::vector<Expr>& core);
  /// A run took `path`; `alternatives` came of it.
  void ran(const PathCondition& path, const std::vector<Alternative>& alternatives);

 private:
  using Key = std::pair<std::uint64_t, std::size_t>;
  struct Wish {
    Alternative alternative;
    Edge wanted;  // the edge that its run may make possible
  };
  static Key key(const Alternative& alternative) { return {alternative.parent(), alternative.size()}; }
  /// Marks it as attempted. False: it was already, out of turn.
  bool take(const Alternative& alternative) { return !is_on_ || taken_.insert(key(alternative)).second; }
  std::optional<Alternative> next_out_of_turn();

  Expressions& expressions_;
  symbolic::SymbolIndex symbols_;
  bool is_on_;
  std::set<Key> taken_;
  std::map<Edge, std::size_t> most_;  // how often a run took the edge, at most
  std::deque<Wish> wishes_;
  std::optional<Edge> wanted_;
  bool is_our_turn_ = false;
};

}  // namespace reenact::concolic
