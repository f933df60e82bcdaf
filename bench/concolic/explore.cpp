// concolic_explore ATTEMPTS: explores the parser from a text of 24 spaces, generation by generation; prints rates.
#include <fmt/format.h>

#include <cstdlib>
#include <ctime>
#include <string>
#include <vector>

#include "base/clock.h"
#include "json.h"
#include "solver/solver_chain.h"
#include "strategy/concolic/generational_selector.h"
#include "strategy/concolic/path_explorer.h"
#include "strategy/concolic/read_run.h"

namespace {

using namespace reenact;
using namespace reenact::concolic;

constexpr std::size_t kSize = 24;

class Json final : public ConcolicProgram {
 public:
  explicit Json(Expressions& expressions)
      : expressions_(expressions), region_(std::move(*Region::make())), text_(kSize) {
    reenact_concolic_attach(region_.shared());
    for (std::size_t i = 0; i < kSize; ++i) names_.push_back(expressions.symbol(fmt::format("text[{}]", i), 8));
  }

  PathCondition run(const symbolic::Assignment& input) override {
    for (std::size_t i = 0; i < kSize; ++i)
      text_[i] = static_cast<char>(static_cast<unsigned char>(input.value(expressions_.symbol_of(names_[i]))));
    reenact_concolic_begin();
    for (std::size_t i = 0; i < kSize; ++i) reenact_concolic_input(&text_[i], 1, i);
    const long values = json_values(text_.data(), kSize);
    reenact_concolic_end();
    valid += values > 0 ? 1 : 0;
    ReadRun read = read_run(
        expressions_, region_, [&](Expressions&, std::uint64_t number, unsigned) { return names_.at(number); }, input);
    clauses += read.path.size();
    return std::move(read.path);
  }

  symbolic::Assignment spaces() const {
    symbolic::Assignment input;
    for (const Expr name : names_) input.values.emplace(expressions_.symbol_of(name), ' ');
    return input;
  }

  std::uint64_t valid = 0, clauses = 0;

 private:
  Expressions& expressions_;
  Region region_;
  std::vector<char> text_;
  std::vector<Expr> names_;
};

}  // namespace

int main(int argc, char** argv) {
  const std::uint64_t attempts = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 5000;
  Expressions expressions;
  const SteadyClock clock;
  solver::SolverChain solver(expressions, {}, clock);
  GenerationalSelector selector;
  Json program(expressions);
  PathExplorer explorer(expressions, program, selector, solver, {.max_attempts = attempts});
  const std::clock_t start = std::clock();
  explorer.explore(program.spaces());
  const double cpu = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  const ExploreCounts& counts = explorer.counts();
  fmt::print(
      "{{\"runs\": {}, \"attempts\": {}, \"cpu\": {:.6f}, \"feasible\": {}, \"infeasible\": {}, \"unknown\": {}, "
      "\"diverged\": {}, "
      "\"valid\": {}, \"clauses\": {}, \"edges\": {}, \"to_z3\": {}}}\n",
      counts.runs, counts.attempts, cpu, counts.feasible, counts.infeasible, counts.unknown, counts.diverged,
      program.valid, program.clauses, explorer.covered().size(), solver.caching().counts().asked);
  return 0;
}
