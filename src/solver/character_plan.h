// In which order characters get values, and what can be computed and checked once each has one.
#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "solver/operations.h"
#include "symbolic/expressions.h"

namespace reenact::solver {

/// A set of characters, by their levels: the first to get a value is at level 0.
using Levels = std::uint64_t;
inline constexpr std::size_t kMostLevels = 64;
[[nodiscard]] constexpr Levels level_alone(std::size_t level) { return Levels{1} << level; }
[[nodiscard]] constexpr Levels levels_up_to(std::size_t level) { return ~Levels{0} >> (kMostLevels - 1 - level); }
/// REQUIRES: there is one.
[[nodiscard]] constexpr std::size_t last_level(Levels levels) {
  return kMostLevels - 1 - static_cast<std::size_t>(std::countl_zero(levels));
}

/// A symbol of at most 8 bits; operations are positions in the plan's list, clauses in the query.
struct PlannedCharacter {
  symbolic::SymbolId symbol;
  std::uint32_t at = 0;                     // the operation that is the symbol
  std::vector<std::uint32_t> operations{};  // that have a value once it and those before it have
  std::vector<std::uint32_t> alone{};       // clauses about it alone
  std::vector<std::uint32_t> decided{};     // other clauses that have a value then
  std::vector<std::uint32_t> ahead{};       // clauses about it that have to wait for others
  std::vector<std::uint32_t> bounded{};     // operations of these that have no value yet
  std::vector<std::uint32_t> seen_later{};  // operations that have a value, and are operands of some that have none
};

struct CharacterPlan {
  struct Clause {
    std::uint32_t at = 0;
    Levels levels = 0;
  };
  Operations operations;
  std::vector<Levels> levels;                // what the operations depend on
  std::vector<PlannedCharacter> characters;  // by level, which is the order of the symbols' ids
  std::vector<Clause> clauses;
};

/// None: the clauses are not about 1 to kMostLevels characters and constant tables alone, or are made of too much.
[[nodiscard]] std::optional<CharacterPlan> character_plan(const symbolic::Expressions& expressions,
                                                          std::span<const symbolic::Expr> clauses);

}  // namespace reenact::solver
