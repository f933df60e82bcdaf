// Abstract and concrete clauses (Tardis, section 4.2), as hashes.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "strategy/concolic/path_condition.h"

namespace reenact::concolic {

/// The abstract clause has no constants and no indices: `input.a[2] <= 30` and `input.a[4] <= 7` are both `input.a[] <= #`. Computed over the
/// expression, not over its text, which may be much longer: what is shared is written out each time.
/// Hashes follow from paths and operations alone, so they are the same in every run.
class ClauseHash {
 public:
  explicit ClauseHash(const Expressions& expressions) : expressions_(expressions) {}

  [[nodiscard]] std::uint64_t abstract(Expr clause) { return hash(clause, abstract_, true); }
  [[nodiscard]] std::uint64_t concrete(Expr clause) { return hash(clause, concrete_, false); }

 private:
  using Known = std::unordered_map<Expr, std::uint64_t>;
  [[nodiscard]] std::uint64_t hash(Expr clause, Known& known, bool is_abstract) const;
  [[nodiscard]] std::uint64_t hash_one(Expr e, const Known& known, bool is_abstract) const;

  const Expressions& expressions_;
  Known abstract_, concrete_;
};

}  // namespace reenact::concolic
