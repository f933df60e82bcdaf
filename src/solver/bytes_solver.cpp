#include "solver/bytes_solver.h"

#include <algorithm>
#include <bit>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "solver/operations.h"
#include "solver/range.h"

namespace reenact::solver {
namespace {

using symbolic::Bits;
using symbolic::Op;
using symbolic::SymbolId;

constexpr std::size_t kMostOperations = 6000;
constexpr std::size_t kMostCharacters = 64;       // one bit each
constexpr std::size_t kMostComputed = 2'000'000;  // operations computed: some twenty milliseconds
constexpr std::size_t kMostRemembered = 50'000;   // failures
/// Looking ahead is given up where it cuts off less than one value of so many.
constexpr std::size_t kLooksToJudge = 400, kLooksPerCut = 50;

bool is_computed(Op op) { return (op <= Op::kRead && op != Op::kNone && op != Op::kArray); }

/// Sets of characters, by their levels.
using Levels = std::uint64_t;
constexpr Levels upto(std::size_t level) { return ~Levels{0} >> (63 - level); }
std::size_t last_of(Levels levels) { return 63 - static_cast<std::size_t>(std::countl_zero(levels)); }

/// Why no value is left for a character: others that have one, and the conditions that say so.
struct Conflict {
  Levels levels = 0;
  std::vector<bool> clauses;

  void clear(std::size_t clause_count) {
    levels = 0;
    clauses.assign(clause_count, false);
  }
  void add(const Conflict& other) {
    levels |= other.levels;
    for (std::size_t i = 0; i < clauses.size(); ++i)
      if (other.clauses[i]) clauses[i] = true;
  }
};

/// Letters, digits and signs first: texts stay texts.
void append_in_readable_order(std::vector<Bits>& values, unsigned width) {
  const std::size_t count = std::size_t{1} << width;
  const std::pair<std::size_t, std::size_t> parts[] = {{'a', 127}, {'0', 'a'}, {' ', '0'}, {0, ' '}, {127, 256}};
  for (const auto& [first, end] : parts)
    for (std::size_t value = first; value < std::min(end, count); ++value) values.push_back(value);
}

enum class Found { kYes, kNo, kTooLong };

class Search {
 public:
  Search(const Expressions& e, Operations operations, std::span<const Expr> clauses)
      : e_(e), operations_(std::move(operations)), values_(operations_.size()), levels_(operations_.size()) {
    for (std::uint32_t i = 0; i < operations_.size(); ++i) {
      const Operation& each = operations_[i];
      const Op op = each.node.kind();
      if (op == Op::kSymbol) characters_.push_back({.symbol = e.symbol_of(each.expr), .at = i});
      is_known_ =
          is_known_ && (op != Op::kSymbol || each.node.width <= 8) && (op == Op::kTable || !each.node.is_array());
    }
    for (const std::uint32_t at : positions_of(operations_, clauses)) clauses_.push_back({.at = at});
  }

  /// Is it about characters only, and not too many of them?
  [[nodiscard]] bool fits() const { return is_known_ && !characters_.empty() && characters_.size() <= kMostCharacters; }

  /// REQUIRES: fits().
  [[nodiscard]] std::optional<Answer> solve(const Assignment& preferred) {
    arrange();
    for (std::size_t i = 0; i < clauses_.size(); ++i)
      if (clauses_[i].levels == 0 && values_[clauses_[i].at] == 0) return Unsatisfiable{{i}};
    for (std::size_t level = 0; level < characters_.size(); ++level) choose_values(level, preferred);
    conflicts_.resize(characters_.size());
    switch (search(0)) {
      case Found::kYes: {
        Satisfiable result;
        for (const Character& each : characters_) result.model.values.emplace(each.symbol, values_[each.at]);
        return result;
      }
      case Found::kNo: {
        Unsatisfiable result;
        for (std::size_t i = 0; i < clauses_.size(); ++i)
          if (conflicts_.front().clauses[i]) result.core.push_back(i);
        return result;
      }
      case Found::kTooLong:
        break;
    }
    return std::nullopt;
  }

 private:
  struct Character {
    SymbolId symbol;
    std::uint32_t at;
    std::vector<Bits> values;               // that the conditions about it alone leave, in the order of trying
    Range range{};                          // of these
    std::vector<std::uint32_t> alone;       // clauses that took values from it
    std::vector<std::uint32_t> operations;  // that have a value once it and those before it have
    std::vector<std::uint32_t> clauses;     // so have these
    std::vector<std::uint32_t> ahead;       // clauses about it that have to wait for others
    std::vector<std::uint32_t> bounded;     // operations of these that have no value yet
    std::vector<std::uint32_t> seen_later;  // operations that have a value and are operands of those that have none
    /// Values of these with which nothing was found, and the conditions that say so.
    std::map<std::vector<std::uint64_t>, std::vector<std::uint32_t>> failed;
  };
  struct Clause {
    std::uint32_t at;
    Levels levels = 0;
  };

  /// Levels in the order of the symbols' ids, and what can be computed at which.
  void arrange() {
    std::ranges::sort(characters_, {}, &Character::symbol);
    for (std::size_t level = 0; level < characters_.size(); ++level)
      levels_[characters_[level].at] = Levels{1} << level;
    for (std::uint32_t i = 0; i < operations_.size(); ++i) {
      const Operation& each = operations_[i];
      const unsigned count = symbolic::operand_count(each.node.kind());
      for (unsigned operand = 0; operand < count; ++operand) levels_[i] |= levels_[each.operands[operand]];
      if (each.node.kind() == Op::kTable) continue;
      if (levels_[i] == 0) values_[i] = count == 0 ? e_.value(each.expr).value_or(0) : computed(i);
      if (levels_[i] != 0 && count != 0) characters_[last_of(levels_[i])].operations.push_back(i);
    }
    for (std::uint32_t i = 0; i < clauses_.size(); ++i) {
      clauses_[i].levels = levels_[clauses_[i].at];
      if (clauses_[i].levels == 0) continue;
      const std::size_t last = last_of(clauses_[i].levels);
      if (std::has_single_bit(clauses_[i].levels))
        characters_[last].alone.push_back(i);
      else
        characters_[last].clauses.push_back(i);
      for (std::size_t level = 0; level < last; ++level)
        if ((clauses_[i].levels >> level & 1) != 0) characters_[level].ahead.push_back(i);
    }
    find_seen_later();
    ranges_.resize(operations_.size());
    for (std::size_t level = 0; level < characters_.size(); ++level) find_bounded(level);
  }

  void find_seen_later() {
    std::vector<std::size_t> seen_until(
        operations_.size());  // the level before which the last one has a value that it is an operand of
    for (std::uint32_t i = 0; i < operations_.size(); ++i)
      for (unsigned operand = 0; operand < symbolic::operand_count(operations_[i].node.kind()); ++operand)
        if (levels_[i] != 0) {
          std::size_t& until = seen_until[operations_[i].operands[operand]];
          until = std::max(until, last_of(levels_[i]));
        }
    for (std::uint32_t i = 0; i < operations_.size(); ++i)
      if (levels_[i] != 0)
        for (std::size_t level = last_of(levels_[i]); level < seen_until[i]; ++level)
          characters_[level].seen_later.push_back(i);
  }

  /// What the bounds of the clauses ahead are computed from.
  void find_bounded(std::size_t level) {
    Character& character = characters_[level];
    std::vector<bool> needed(operations_.size());
    for (const std::uint32_t clause : character.ahead) needed[clauses_[clause].at] = true;
    for (std::size_t i = operations_.size(); i-- > 0;) {
      if (!needed[i] || (levels_[i] & ~upto(level)) == 0) continue;
      character.bounded.push_back(static_cast<std::uint32_t>(i));
      for (unsigned operand = 0; operand < symbolic::operand_count(operations_[i].node.kind()); ++operand)
        needed[operations_[i].operands[operand]] = true;
    }
    std::ranges::reverse(character.bounded);
  }

  [[nodiscard]] Bits computed(std::uint32_t at) {
    const Operation& each = operations_[at];
    ++work_;
    if (each.node.kind() != Op::kRead) return value_of(each, operations_, values_).value_or(0);
    const symbolic::Table& table = e_.table_of(operations_[each.operands[0]].expr);
    const Bits index = values_[each.operands[1]];
    return index < table.elements.size() ? table.elements[static_cast<std::size_t>(index)] : 0;
  }

  /// The values that the conditions about this character alone allow; the preferred one first.
  void choose_values(std::size_t level, const Assignment& preferred) {
    Character& character = characters_[level];
    std::vector<Bits> all;
    if (const auto first = preferred.values.find(character.symbol); first != preferred.values.end())
      all.push_back(symbolic::truncated(first->second, operations_[character.at].node.width));
    const std::size_t known = all.size();
    append_in_readable_order(all, operations_[character.at].node.width);
    if (known != 0) all.erase(std::find(all.begin() + 1, all.end(), all.front()));
    std::vector<std::uint32_t> own;
    for (const std::uint32_t each : character.operations)
      if (std::has_single_bit(levels_[each])) own.push_back(each);
    std::vector<std::uint32_t> taking;
    for (const Bits value : all) {
      values_[character.at] = value;
      for (const std::uint32_t each : own) values_[each] = computed(each);
      const auto against =
          std::ranges::find_if(character.alone, [&](std::uint32_t i) { return values_[clauses_[i].at] == 0; });
      if (against == character.alone.end())
        character.values.push_back(value);
      else if (std::ranges::find(taking, *against) == taking.end())
        taking.push_back(*against);
    }
    character.alone = std::move(taking);
    if (character.values.empty()) return;
    const auto [least, most] = std::ranges::minmax(character.values);
    character.range = range_in({least, most}, operations_[character.at].node.width);
  }

  [[nodiscard]] Found search(std::size_t level) {
    if (level == characters_.size()) return Found::kYes;
    Character& character = characters_[level];
    Conflict& conflict = conflicts_[level];
    conflict.clear(clauses_.size());
    for (const std::uint32_t clause : character.alone) conflict.clauses[clause] = true;
    for (const Bits value : character.values) {
      values_[character.at] = value;
      for (const std::uint32_t each : character.operations) values_[each] = computed(each);
      if (work_ > kMostComputed) return Found::kTooLong;
      if (is_contradicted(character, conflict) || is_hopeless(level, conflict)) continue;
      if (has_failed_before(level, conflict)) continue;
      const Found found = search(level + 1);
      if (found != Found::kNo) return found;
      const Conflict& later = conflicts_[level + 1];
      remember_failure(level, later);
      if ((later.levels >> level & 1) == 0) {
        // Another value here changes nothing.
        conflict = later;
        return Found::kNo;
      }
      conflict.add(later);
    }
    conflict.levels &= ~(Levels{1} << level);
    return Found::kNo;
  }

  [[nodiscard]] bool is_contradicted(const Character& character, Conflict& conflict) const {
    for (const std::uint32_t i : character.clauses) {
      if (values_[clauses_[i].at] != 0) continue;
      conflict.levels |= clauses_[i].levels;
      conflict.clauses[i] = true;
      return true;
    }
    return false;
  }

  /// Can a condition about characters to come hold no more, whatever they are?
  [[nodiscard]] bool is_hopeless(std::size_t level, Conflict& conflict) {
    const Character& character = characters_[level];
    if (character.ahead.empty() || !looks_ahead_) return false;
    if (++looks_ == kLooksToJudge) looks_ahead_ = cuts_ * kLooksPerCut >= looks_;
    work_ += 2 * character.bounded.size();
    for (const std::uint32_t each : character.bounded) ranges_[each] = range(each, level);
    for (const std::uint32_t i : character.ahead) {
      if ((clauses_[i].levels & ~upto(level)) == 0 || ranges_[clauses_[i].at].values.last != 0) continue;
      ++cuts_;
      conflict.levels |= clauses_[i].levels & upto(level);
      conflict.clauses[i] = true;
      // The bounds of those to come are from their conditions.
      for (std::size_t later = level + 1; later < characters_.size(); ++later)
        if ((clauses_[i].levels >> later & 1) != 0)
          for (const std::uint32_t clause : characters_[later].alone) conflict.clauses[clause] = true;
      return true;
    }
    return false;
  }

  /// What characters to come depend on.
  [[nodiscard]] std::vector<std::uint64_t> seen_later(const Character& character) const {
    std::vector<std::uint64_t> result;
    result.reserve(character.seen_later.size());
    for (const std::uint32_t each : character.seen_later) result.push_back(static_cast<std::uint64_t>(values_[each]));
    return result;
  }

  /// Was nothing found for the characters to come when they saw the same?
  [[nodiscard]] bool has_failed_before(std::size_t level, Conflict& conflict) const {
    const Character& character = characters_[level];
    if (character.failed.empty()) return false;
    const auto known = character.failed.find(seen_later(character));
    if (known == character.failed.end()) return false;
    for (const std::uint32_t each : character.seen_later) conflict.levels |= levels_[each];
    for (const std::uint32_t clause : known->second) conflict.clauses[clause] = true;
    return true;
  }

  void remember_failure(std::size_t level, const Conflict& why) {
    if (++remembered_ > kMostRemembered) return;
    std::vector<std::uint32_t>& clauses = characters_[level].failed[seen_later(characters_[level])];
    for (std::uint32_t i = 0; i < clauses_.size(); ++i)
      if (why.clauses[i]) clauses.push_back(i);
  }

  [[nodiscard]] Range range(std::uint32_t at, std::size_t level) const {
    const Operation& each = operations_[at];
    if (each.node.kind() == Op::kSymbol) return characters_[last_of(levels_[at])].range;
    if (each.node.kind() == Op::kRead) return range_in({0, symbolic::ones(each.node.width)}, each.node.width);
    Bounded bounded{each.node, {}, {}};
    for (unsigned i = 0; i < symbolic::operand_count(each.node.kind()); ++i) {
      const std::uint32_t operand = each.operands[i];
      const bool is_known = (levels_[operand] & ~upto(level)) == 0;
      bounded.operands[i] =
          is_known ? range_in({values_[operand], values_[operand]}, operations_[operand].node.width) : ranges_[operand];
      bounded.widths[i] = operations_[operand].node.width;
    }
    return range_of(bounded);
  }

  const Expressions& e_;
  Operations operations_;
  std::vector<Bits> values_;    // of the operations
  std::vector<Levels> levels_;  // what the operations depend on
  std::vector<Range> ranges_;   // of operations without a value, at the level that looks ahead
  std::vector<Character> characters_;
  std::vector<Clause> clauses_;
  std::vector<Conflict> conflicts_;  // by level
  std::size_t work_ = 0, looks_ = 0, cuts_ = 0, remembered_ = 0;
  bool is_known_ = true, looks_ahead_ = true;
};

}  // namespace

Answer BytesSolver::check(std::span<const Expr> clauses) {
  if (auto operations = operations_of(expressions_, clauses, kMostOperations, is_computed)) {
    Search search(expressions_, std::move(*operations), clauses);
    if (search.fits()) {
      if (auto answer = search.solve(preferred_)) {
        ++answered_;
        return std::move(*answer);
      }
    }
  }
  return inner_.check(clauses);
}

}  // namespace reenact::solver
