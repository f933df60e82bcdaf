#include "solver/refining_solver.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "solver/local_search.h"

namespace reenact::solver {
namespace {

constexpr std::size_t kFewestLeftOut = 8;  // fewer cost the inner solver nothing
constexpr int kMostRounds = 4;

}  // namespace

Answer RefiningSolver::check(std::span<const Expr> clauses) {
  std::vector<std::size_t> asked, left_out;  // positions
  for (std::size_t i = 0; i < clauses.size(); ++i)
    (expressions_.is(clauses[i], symbolic::Op::kOr) ? left_out : asked).push_back(i);
  if (left_out.size() < kFewestLeftOut) return inner_.check(clauses);
  std::optional<LocalSearch> repair;
  for (int round = 0; round < kMostRounds && !left_out.empty(); ++round) {
    std::vector<Expr> query;
    for (const std::size_t i : asked) query.push_back(clauses[i]);
    Answer answer = inner_.check(query);
    if (auto* const never = std::get_if<Unsatisfiable>(&answer)) {
      for (std::size_t& part : never->core) part = asked[part];
      std::ranges::sort(never->core);
      return answer;
    }
    const auto* can = std::get_if<Satisfiable>(&answer);
    if (can == nullptr) return answer;
    symbolic::Evaluator evaluate(expressions_, can->model);
    const auto broken = std::ranges::partition(left_out, [&](std::size_t i) { return evaluate.holds(clauses[i]); });
    if (broken.empty()) return answer;
    if (!repair) repair.emplace(expressions_, clauses);
    if (auto repaired = repair->from(can->model)) return Satisfiable{std::move(*repaired)};
    asked.insert(asked.end(), broken.begin(), broken.end());
    left_out.erase(broken.begin(), broken.end());
  }
  return inner_.check(clauses);
}

}  // namespace reenact::solver
