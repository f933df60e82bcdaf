// Formulas' fingerprints: multidimensional Bloom filters of 64 x 16 bits with three hash functions (Tardis, section 4.2, figure 5).
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <vector>

#include "strategy/concolic/clause_hash.h"

namespace reenact::concolic {

/// A set of clauses. An abstract clause sets up to three bits of the first row; each has a column of 15 bits below it, in which the
/// concrete clause sets one. So clauses that are alike but for their constants share columns, and those that are equal all bits.
class Fingerprint {
 public:
  static constexpr unsigned kColumns = 64, kRows = 16, kHashes = 3;

  void insert(std::uint64_t abstract_clause, std::uint64_t concrete_clause);
  /// Jaccard: |a ∩ b| / |a ∪ b| of the bits, in [0, 1]; two empty ones are equal.
  [[nodiscard]] double similarity(const Fingerprint& other) const;
  /// Is the bit set? Row 0 is that of the abstract clauses.
  [[nodiscard]] bool bit(unsigned column, unsigned row) const { return (rows_[row] >> column & 1) != 0; }
  auto operator<=>(const Fingerprint&) const = default;

 private:
  std::array<std::uint64_t, kRows> rows_{};
};

/// The fingerprint of a path condition, which should be sliced.
[[nodiscard]] Fingerprint fingerprint_of(const std::vector<Clause>& clauses, ClauseHash& hash);

}  // namespace reenact::concolic
