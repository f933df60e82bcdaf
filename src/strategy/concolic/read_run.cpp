#include "strategy/concolic/read_run.h"

#include <algorithm>
#include <unordered_set>

#include "symbolic/import.h"

namespace reenact::concolic {

ReadRun read_run(Expressions& expressions, const Region& region, const InputNames& names,
                 const symbolic::Assignment& input) {
  ReadRun result;
  const std::span<const std::uint8_t> data = region.data();
  symbolic::Importer import(expressions, region.labels(),
                            {.symbol = names, .bytes = [&](std::uint64_t offset, std::size_t size) {
                               const std::size_t first = std::min<std::size_t>(offset, data.size());
                               return data.subspan(first, std::min(size, data.size() - first));
                             }});
  symbolic::Evaluator evaluate(expressions, input);
  std::unordered_set<Expr> seen;
  for (const ReenactClause& clause : region.clauses()) {
    const auto label = import(clause.label);
    if (!label || expressions.width(*label) != 1) {
      ++result.unreadable;
      continue;
    }
    const Expr condition = clause.value != 0 ? *label : expressions.negation(*label);
    if (expressions.value(condition) || !seen.insert(condition).second) continue;
    if (!evaluate.holds(condition)) {
      ++result.stale;
      continue;
    }
    const std::uint64_t branch = std::uint64_t{clause.function} << 32 | clause.block;
    result.path.push_back({.condition = condition,
                           .edge = {branch, clause.successor},
                           .other = {branch, clause.other},
                           .negatable = clause.kind == kReenactBranchClause,
                           .is_pin = clause.kind == kReenactPinClause,
                           .called_from = std::uint64_t{clause.from_function} << 32 | clause.from_block});
  }
  return result;
}

}  // namespace reenact::concolic
