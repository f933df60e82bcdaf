#include "solver/character_plan.h"

#include <algorithm>
#include <utility>

namespace reenact::solver {
namespace {

using symbolic::Op;

constexpr std::size_t kMostOperations = 6000;

bool is_planned(Op op) { return op <= Op::kRead && op != Op::kNone && op != Op::kArray; }

/// Characters are narrow, and of arrays there are constant tables only.
bool is_planned(const Operation& operation) {
  const Op op = operation.node.kind();
  return (op != Op::kSymbol || operation.node.width <= 8) && (op == Op::kTable || !operation.node.is_array());
}

std::span<const std::uint32_t> operands_of(const Operation& operation) {
  return std::span(operation.operands).first(symbolic::operand_count(operation.node.kind()));
}

void plan_operations(CharacterPlan& plan) {
  plan.levels.resize(plan.operations.size());
  for (std::size_t level = 0; level < plan.characters.size(); ++level)
    plan.levels[plan.characters[level].at] = level_alone(level);
  for (std::uint32_t i = 0; i < plan.operations.size(); ++i) {
    const auto operands = operands_of(plan.operations[i]);
    for (const std::uint32_t operand : operands) plan.levels[i] |= plan.levels[operand];
    if (plan.levels[i] != 0 && !operands.empty()) plan.characters[last_level(plan.levels[i])].operations.push_back(i);
  }
}

void plan_clauses(CharacterPlan& plan) {
  for (std::uint32_t i = 0; i < plan.clauses.size(); ++i) {
    CharacterPlan::Clause& clause = plan.clauses[i];
    clause.levels = plan.levels[clause.at];
    if (clause.levels == 0) continue;
    const std::size_t last = last_level(clause.levels);
    PlannedCharacter& character = plan.characters[last];
    (std::has_single_bit(clause.levels) ? character.alone : character.decided).push_back(i);
    for (std::size_t level = 0; level < last; ++level)
      if ((clause.levels & level_alone(level)) != 0) plan.characters[level].ahead.push_back(i);
  }
}

void plan_what_is_seen_later(CharacterPlan& plan) {
  std::vector<std::size_t> last_use(
      plan.operations.size());  // the last level with an operation of which it is an operand
  for (std::uint32_t i = 0; i < plan.operations.size(); ++i)
    for (const std::uint32_t operand : operands_of(plan.operations[i]))
      if (plan.levels[i] != 0) last_use[operand] = std::max(last_use[operand], last_level(plan.levels[i]));
  for (std::uint32_t i = 0; i < plan.operations.size(); ++i)
    for (std::size_t level = plan.levels[i] == 0 ? last_use[i] : last_level(plan.levels[i]); level < last_use[i];
         ++level)
      plan.characters[level].seen_later.push_back(i);
}

/// What the bounds of the clauses ahead are computed from.
void plan_bounds(CharacterPlan& plan, std::size_t level) {
  PlannedCharacter& character = plan.characters[level];
  std::vector<bool> needed(plan.operations.size());
  for (const std::uint32_t clause : character.ahead) needed[plan.clauses[clause].at] = true;
  for (std::size_t i = plan.operations.size(); i-- > 0;) {
    if (!needed[i] || (plan.levels[i] & ~levels_up_to(level)) == 0) continue;
    character.bounded.push_back(static_cast<std::uint32_t>(i));
    for (const std::uint32_t operand : operands_of(plan.operations[i])) needed[operand] = true;
  }
  std::ranges::reverse(character.bounded);
}

}  // namespace

std::optional<CharacterPlan> character_plan(const symbolic::Expressions& expressions,
                                            std::span<const symbolic::Expr> clauses) {
  auto operations = operations_of(expressions, clauses, kMostOperations, is_planned);
  if (!operations) return std::nullopt;
  CharacterPlan plan{.operations = std::move(*operations), .levels = {}, .characters = {}, .clauses = {}};
  for (std::uint32_t i = 0; i < plan.operations.size(); ++i) {
    const Operation& each = plan.operations[i];
    if (!is_planned(each)) return std::nullopt;
    if (each.node.kind() == Op::kSymbol)
      plan.characters.push_back({.symbol = expressions.symbol_of(each.expr), .at = i});
  }
  if (plan.characters.empty() || plan.characters.size() > kMostLevels) return std::nullopt;
  std::ranges::sort(plan.characters, {}, &PlannedCharacter::symbol);
  for (const std::uint32_t at : positions_of(plan.operations, clauses)) plan.clauses.push_back({.at = at});
  plan_operations(plan);
  plan_clauses(plan);
  plan_what_is_seen_later(plan);
  for (std::size_t level = 0; level < plan.characters.size(); ++level) plan_bounds(plan, level);
  return plan;
}

}  // namespace reenact::solver
