#include "strategy/concolic/fingerprint.h"

#include <bit>

namespace reenact::concolic {
namespace {

/// The i-th of the hash functions, by double hashing (Kirsch & Mitzenmacher 2006).
std::uint64_t hash_function(unsigned i, std::uint64_t key) { return (key >> 32) + i * ((key & 0xffffffff) | 1); }

}  // namespace

void Fingerprint::insert(std::uint64_t abstract_clause, std::uint64_t concrete_clause) {
  for (unsigned i = 0; i < kHashes; ++i) {
    const auto column = static_cast<unsigned>(hash_function(i, abstract_clause) % kColumns);
    const auto row = 1 + static_cast<unsigned>(hash_function(i, concrete_clause) % (kRows - 1));
    rows_[0] |= std::uint64_t{1} << column;
    rows_[row] |= std::uint64_t{1} << column;
  }
}

double Fingerprint::similarity(const Fingerprint& other) const {
  int common = 0;
  int either = 0;
  for (unsigned row = 0; row < kRows; ++row) {
    common += std::popcount(rows_[row] & other.rows_[row]);
    either += std::popcount(rows_[row] | other.rows_[row]);
  }
  return either == 0 ? 1 : static_cast<double>(common) / either;
}

Fingerprint fingerprint_of(const std::vector<Clause>& clauses, ClauseHash& hash) {
  Fingerprint result;
  for (const Clause& clause : clauses) result.insert(hash.abstract(clause.condition), hash.concrete(clause.condition));
  return result;
}

}  // namespace reenact::concolic
