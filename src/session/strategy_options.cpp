#include "session/strategy_options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <sstream>

#include "fitness/make_fitness.h"
#include "strategy/random/random_search.h"

namespace reenact {
namespace {

constexpr std::array<std::string_view, 5> kStrategies{"genetic", "moho", "random", "concolic", "star"};

void declare(GoalOptions& options, OptionVisitor& visitor) {
  visitor.begin_group("What counts");
  visitor.choice(
      "--fitness", options.fitness, fitness_names(),
      "How to measure the distance to the crash: staircase: along all frames; evocrash: the weighted sum of EvoCrash's "
      "paper; evocrash-prefix: the same with an earlier distance of traces; weighted-sum, stdistance: as in the BBC "
      "paper; beacon: only exception type, text and function");
  visitor.toggle("deciders", options.deciders,
                 "Measure how near the functions came that decide about a branch, by what they return or store "
                 "(staircase)");
  visitor.real("--well-formed", options.well_formed, {0, 1},
               "Share of the budget: so long tests keep what the library demands of its callers; once it has gone by "
               "without a better test, they may break it (0: from the start)");
  declare(options.callers, visitor);
  visitor.toggle("impossible-ends", options.impossible_ends,
                 "Look no further where STAR proves that this version cannot crash there (star)");
  visitor.toggle("drop-assertions", options.drop_assertions,
                 "Build without assertions (NDEBUG) and search anew when one fails where the report's build went on");
  visitor.number("--search-stack", options.search_stack, {0, 8192},
                 "KB of stack that a test has while an exhausted stack is looked for; "
                 "what exhausts it is made deeper until it exhausts a whole one (0: a whole one from the start)");
  declare(options.staircase, visitor);
}

void declare(ValueOptions& options, OptionVisitor& visitor) {
  visitor.begin_group("Values");
  visitor.toggle("constant-values", options.constant_values, "Try constants of the project's code as values");
  visitor.toggle("report-values", options.report_values, "Try argument values that the report shows");
  visitor.toggle("examples", options.examples, "Try texts of the project's own tests and examples, whole and in parts");
  visitor.toggle("operand-values", options.operand_values,
                 "Try values that the project's code was seen to compare with");
}

}  // namespace

void declare(StrategyOptions& options, OptionVisitor& visitor) {
  declare(options.goal, visitor);
  declare(options.values, visitor);
  declare(options.guided, visitor);
  declare(options.breeding, visitor);
  visitor.begin_group("Ties", {"genetic"});
  visitor.choice("--secondary", options.secondary, {"none", "bbc"},
                 "How to break ties of fitness: bbc: by basic block coverage; none: the newer test wins");
  declare(options.genetic, visitor);
  declare(options.novelty, visitor);
  declare(options.moho, visitor);
  declare(options.concolic, visitor);
  declare(options.backward, visitor);
  declare(options.draws, visitor);
  declare(options.portfolio, visitor);
}

void set_as_published(StrategyOptions& options) {
  options.novelty = NoveltyOptions::none();
  options.guided.slices = options.guided.setup_calls = options.guided.argument_calls = options.guided.setters =
      options.guided.reported_calls = false;
  options.guided.usage = options.guided.loops = false;
  options.guided.bare_slices = 1;
  options.goal = {.fitness = "evocrash",
                  .well_formed = 0,
                  .callers = {.callers = false},
                  .deciders = false,
                  .impossible_ends = true,
                  .drop_assertions = true,
                  .search_stack = 0,
                  .staircase = {}};
  options.draws.numbers.told = 0;
  options.values.examples = options.values.report_values = options.values.operand_values = false;
}

Expected<std::vector<std::string>> strategies_in(const std::string& list) {
  std::vector<std::string> result;
  std::istringstream words(list);
  for (std::string name; std::getline(words, name, ',');) {
    if (std::ranges::find(kStrategies, name) == kStrategies.end())
      return usage_error(
          fmt::format("--strategy: there is no strategy '{}'\n  next step: choose of {}; several work "
                      "together with commas between them",
                      name, fmt::join(kStrategies, ", ")));
    if (std::ranges::find(result, name) == result.end()) result.push_back(name);
  }
  if (result.empty())
    return usage_error(fmt::format("--strategy: no strategy\n  next step: choose of {}", fmt::join(kStrategies, ", ")));
  return result;
}

std::unique_ptr<Strategy> make_strategy(std::string_view name, const StrategyOptions& options, const GoalCalls& calls,
                                        const ValuePool& pool, const SearchContext& context,
                                        const ConcolicParts& concolic, const StarParts& star) {
  if (name == "moho")
    return std::make_unique<MohoSearch>(options.guided, options.breeding, options.moho, calls, pool, context);
  if (name == "random") return std::make_unique<RandomSearch>(options.guided, calls, pool, context);
  if (name == "concolic")
    return std::make_unique<ConcolicSearch>(options.guided, options.concolic, calls, pool, context, concolic);
  if (name == "star") return std::make_unique<StarSearch>(options.backward, context, star);
  const GuidedSettings settings{options.guided, options.breeding, options.novelty, options.secondary == "bbc"};
  return std::make_unique<GeneticSearch>(settings, options.genetic, calls, pool, context);
}

}  // namespace reenact
