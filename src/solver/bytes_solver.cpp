#include "solver/bytes_solver.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "solver/character_plan.h"
#include "solver/range.h"
#include "solver/readable_order.h"
#include "solver/reduced_core.h"

namespace reenact::solver {
namespace {

using symbolic::Bits;
using symbolic::Op;

constexpr std::size_t kMostComputed = 2'000'000;     // operations: some twenty milliseconds
constexpr std::size_t kMostForSmallerCore = 50'000;  // of each attempt
constexpr std::size_t kMostRemembered = 50'000;      // failures
/// Looking ahead is given up where it cuts off less than one value of so many.
constexpr std::size_t kLooksToJudge = 400, kLooksPerCut = 50;

/// Why no value is left for a character: others that have one, and the conditions that say so.
struct Conflict {
  Levels levels = 0;
  std::vector<bool> clauses;

  void clear(std::size_t clause_count) {
    levels = 0;
    clauses.assign(clause_count, false);
  }
  void add(const std::vector<std::uint32_t>& more) {
    for (const std::uint32_t clause : more) clauses[clause] = true;
  }
  void add(const Conflict& other) {
    levels |= other.levels;
    for (std::size_t i = 0; i < clauses.size(); ++i)
      if (other.clauses[i]) clauses[i] = true;
  }
};

/// All values of so many bits; `first`, if there is one, before the most readable ones.
std::vector<Bits> in_order_of_trying(unsigned width, std::optional<Bits> first) {
  std::vector<Bits> result;
  if (first) result.push_back(symbolic::truncated(*first, width));
  for (const Bits value : kReadableOrder)
    if (value <= symbolic::ones(width) && (!first || value != result.front())) result.push_back(value);
  return result;
}

enum class Found { kYes, kNo, kTooLong };

class Search {
 public:
  Search(const Expressions& e, const CharacterPlan& plan, const Assignment& preferred, std::size_t most_computed)
      : e_(e),
        plan_(plan),
        most_computed_(most_computed),
        values_(plan.operations.size()),
        ranges_(plan.operations.size()),
        choices_(plan.characters.size()),
        conflicts_(plan.characters.size()) {
    for (std::uint32_t i = 0; i < plan.operations.size(); ++i) {
      const Operation& each = plan.operations[i];
      if (plan.levels[i] != 0 || each.node.kind() == Op::kTable) continue;
      const bool is_constant = symbolic::operand_count(each.node.kind()) == 0;
      values_[i] = is_constant ? e.value(each.expr).value_or(0) : computed(i);
    }
    for (std::size_t level = 0; level < choices_.size(); ++level) choose_values(level, preferred);
  }

  /// None: it takes too long.
  [[nodiscard]] std::optional<Answer> answer() {
    for (std::size_t i = 0; i < plan_.clauses.size(); ++i)
      if (plan_.clauses[i].levels == 0 && values_[plan_.clauses[i].at] == 0) return Unsatisfiable{{i}};
    const Found found = search(0);
    if (found == Found::kTooLong) return std::nullopt;
    if (found == Found::kYes) {
      Satisfiable result;
      for (const PlannedCharacter& each : plan_.characters) result.model.values.emplace(each.symbol, values_[each.at]);
      return result;
    }
    Unsatisfiable result;
    for (std::size_t i = 0; i < plan_.clauses.size(); ++i)
      if (conflicts_.front().clauses[i]) result.core.push_back(i);
    return result;
  }

 private:
  /// What is left for a character.
  struct Choice {
    std::vector<Bits> values;             // that the conditions about it alone allow, in the order of trying
    Range range{};                        // of these
    std::vector<std::uint32_t> taken_by;  // clauses that allow fewer
    /// What later characters saw of those up to this one when nothing was found for them, and the clauses that say so.
    std::map<std::vector<std::uint64_t>, std::vector<std::uint32_t>> failures{};
  };

  [[nodiscard]] Bits computed(std::uint32_t at) {
    ++work_;
    return value_of(e_, plan_.operations, at, values_).value_or(0);
  }

  void choose_values(std::size_t level, const Assignment& preferred) {
    const PlannedCharacter& character = plan_.characters[level];
    const unsigned width = plan_.operations[character.at].node.width;
    Choice& choice = choices_[level];
    std::vector<std::uint32_t> own;
    std::ranges::copy_if(character.operations, std::back_inserter(own),
                         [&](std::uint32_t each) { return plan_.levels[each] == level_alone(level); });
    const auto first = preferred.values.find(character.symbol);
    for (const Bits value : in_order_of_trying(
             width, first == preferred.values.end() ? std::nullopt : std::optional<Bits>(first->second))) {
      values_[character.at] = value;
      for (const std::uint32_t each : own) values_[each] = computed(each);
      const auto against = failing(character.alone);
      if (!against)
        choice.values.push_back(value);
      else if (std::ranges::find(choice.taken_by, *against) == choice.taken_by.end())
        choice.taken_by.push_back(*against);
    }
    if (choice.values.empty()) return;
    const auto [least, most] = std::ranges::minmax(choice.values);
    choice.range = range_in({least, most}, width);
  }

  /// The first of the clauses that does not hold.
  [[nodiscard]] std::optional<std::uint32_t> failing(const std::vector<std::uint32_t>& clauses) const {
    const auto found =
        std::ranges::find_if(clauses, [&](std::uint32_t i) { return values_[plan_.clauses[i].at] == 0; });
    return found == clauses.end() ? std::nullopt : std::optional(*found);
  }

  [[nodiscard]] Found search(std::size_t level) {
    if (level == choices_.size()) return Found::kYes;
    const PlannedCharacter& character = plan_.characters[level];
    Conflict& conflict = conflicts_[level];
    conflict.clear(plan_.clauses.size());
    conflict.add(choices_[level].taken_by);
    for (const Bits value : choices_[level].values) {
      values_[character.at] = value;
      for (const std::uint32_t each : character.operations) values_[each] = computed(each);
      if (work_ > most_computed_) return Found::kTooLong;
      if (is_contradicted(character, conflict) || is_hopeless(level, conflict) || has_failed_before(level, conflict))
        continue;
      const Found found = search(level + 1);
      if (found != Found::kNo) return found;
      const Conflict& later = conflicts_[level + 1];
      remember_failure(level, later);
      if ((later.levels & level_alone(level)) == 0) {
        // Another value here changes nothing.
        conflict = later;
        return Found::kNo;
      }
      conflict.add(later);
    }
    conflict.levels &= ~level_alone(level);
    return Found::kNo;
  }

  [[nodiscard]] bool is_contradicted(const PlannedCharacter& character, Conflict& conflict) const {
    const auto clause = failing(character.decided);
    if (!clause) return false;
    conflict.levels |= plan_.clauses[*clause].levels;
    conflict.clauses[*clause] = true;
    return true;
  }

  /// Can a condition about characters to come hold no more, whatever they are?
  [[nodiscard]] bool is_hopeless(std::size_t level, Conflict& conflict) {
    const PlannedCharacter& character = plan_.characters[level];
    if (character.ahead.empty() || !looks_ahead_) return false;
    if (++looks_ == kLooksToJudge) looks_ahead_ = cuts_ * kLooksPerCut >= looks_;
    work_ += 2 * character.bounded.size();
    for (const std::uint32_t each : character.bounded) ranges_[each] = range(each, level);
    const auto hopeless = std::ranges::find_if(
        character.ahead, [&](std::uint32_t i) { return ranges_[plan_.clauses[i].at].values.last == 0; });
    if (hopeless == character.ahead.end()) return false;
    ++cuts_;
    const Levels about = plan_.clauses[*hopeless].levels;
    conflict.levels |= about & levels_up_to(level);
    conflict.clauses[*hopeless] = true;
    // The bounds of those to come are from the conditions about them alone.
    for (std::size_t later = level + 1; later < choices_.size(); ++later)
      if ((about & level_alone(later)) != 0) conflict.add(choices_[later].taken_by);
    return true;
  }

  [[nodiscard]] Range range(std::uint32_t at, std::size_t level) const {
    const Operation& each = plan_.operations[at];
    if (each.node.kind() == Op::kSymbol) return choices_[last_level(plan_.levels[at])].range;
    if (each.node.kind() == Op::kRead) return range_in({0, symbolic::ones(each.node.width)}, each.node.width);
    Bounded bounded{each.node, {}, {}};
    for (unsigned i = 0; i < symbolic::operand_count(each.node.kind()); ++i) {
      const std::uint32_t operand = each.operands[i];
      bounded.widths[i] = plan_.operations[operand].node.width;
      const bool is_known = (plan_.levels[operand] & ~levels_up_to(level)) == 0;
      bounded.operands[i] =
          is_known ? range_in({values_[operand], values_[operand]}, bounded.widths[i]) : ranges_[operand];
    }
    return range_of(bounded);
  }

  /// What characters to come depend on.
  [[nodiscard]] std::vector<std::uint64_t> seen_later(std::size_t level) const {
    std::vector<std::uint64_t> result;
    for (const std::uint32_t each : plan_.characters[level].seen_later)
      result.push_back(static_cast<std::uint64_t>(values_[each]));
    return result;
  }

  /// Was nothing found for the characters to come when they saw the same?
  [[nodiscard]] bool has_failed_before(std::size_t level, Conflict& conflict) const {
    const auto& failures = choices_[level].failures;
    const auto known = failures.empty() ? failures.end() : failures.find(seen_later(level));
    if (known == failures.end()) return false;
    for (const std::uint32_t each : plan_.characters[level].seen_later) conflict.levels |= plan_.levels[each];
    conflict.add(known->second);
    return true;
  }

  void remember_failure(std::size_t level, const Conflict& why) {
    if (++remembered_ > kMostRemembered) return;
    std::vector<std::uint32_t>& clauses = choices_[level].failures[seen_later(level)];
    for (std::uint32_t i = 0; i < plan_.clauses.size(); ++i)
      if (why.clauses[i]) clauses.push_back(i);
  }

  const Expressions& e_;
  const CharacterPlan& plan_;
  std::size_t most_computed_;
  std::vector<Bits> values_;         // of the operations
  std::vector<Range> ranges_;        // of those without a value, at the level that looks ahead
  std::vector<Choice> choices_;      // by level
  std::vector<Conflict> conflicts_;  // by level
  std::size_t work_ = 0, looks_ = 0, cuts_ = 0, remembered_ = 0;
  bool looks_ahead_ = true;
};

/// None: it takes more than so many operations, or is about something else.
std::optional<Answer> by_values(const Expressions& e, std::span<const Expr> clauses, const Assignment& preferred,
                                std::size_t most_computed) {
  const auto plan = character_plan(e, clauses);
  return plan ? Search(e, *plan, preferred, most_computed).answer() : std::nullopt;
}

}  // namespace

Answer BytesSolver::check(std::span<const Expr> clauses) {
  auto answer = by_values(expressions_, clauses, preferred_, kMostComputed);
  if (!answer) return inner_.check(clauses);
  ++answered_;
  const auto* proof = std::get_if<Unsatisfiable>(&*answer);
  if (proof == nullptr) return std::move(*answer);
  // Who asks looks among the conditions of the core for a way out.
  return reduced_core(proof->core, [&](const std::vector<std::size_t>& fewer) {
    std::vector<Expr> asked;
    for (const std::size_t each : fewer) asked.push_back(clauses[each]);
    const auto again = by_values(expressions_, asked, {}, kMostForSmallerCore);
    return again && is_unsatisfiable(*again);
  });
}

}  // namespace reenact::solver
