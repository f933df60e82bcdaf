#include "explore/suite_search.h"

#include <fmt/format.h>

#include "session/concolic_subject.h"
#include "session/worker_options.h"
#include "strategy/guided/goal_calls.h"
#include "strategy/guided/neighbourhood.h"

namespace reenact {
namespace {

std::size_t items_in(const Subject& subject, const Unit& unit) {
  std::size_t result = 0;
  for (const FunctionId id : unit.functions)
    result += subject.program[id].blocks.size() + subject.program[id].edge_count;
  return result;
}

}  // namespace

Expected<std::unique_ptr<ForkServer>> start_observing(const Subject& subject, const Unit& unit,
                                                      const SuiteSearchOptions& options) {
  auto run = worker_options(options.subject, options.scratch);
  if (!run) return std::unexpected(run.error());
  run->enabled = run->watched = unit.functions;
  return ForkServer::start(subject.worker, subject.program, subject.api, *run);
}

Expected<FoundTests> find_tests(const Subject& subject, const Unit& unit, ForkServer& server,
                                const std::filesystem::path& concolic, const SuiteSearchOptions& options,
                                const Clock& clock, Budget& budget, Random& random, SearchObserver& observer) {
  const Goal goal{.report = nullptr, .program = &subject.program, .frames = {}, .target = FrameIndex(0u)};
  GoalCalls calls = calls_around(unit.calls, subject.api);
  calls.usage = std::make_shared<const Usage>(subject.examples.sequences, subject.api);
  ValuePool pool = constants_around(goal, calls, subject.api, CallGraph(subject.program));
  if (options.search.values.examples) pool.examples = subject.examples.texts;
  CoverageCollector collector(server);
  NewCoverage fitness(items_in(subject, unit));
  const auto names = strategies_in(options.search.strategies);
  if (!names) return std::unexpected(names.error());
  // Legal calls only, to the end.
  constexpr double kNever = 2;
  const ContractTier contracts(subject.api, budget, {}, kNever);
  const ConcolicParts parts{
      .is_due = [&] { return budget.executions() >= options.search.concolic.paths_after; },
      .start = [&] { return start_concolic_server(concolic, subject, options.subject, options.scratch); },
      .clock = &clock,
      .pace = nullptr};
  Portfolio portfolio(*names,
                      [&](std::size_t strategy, std::size_t, const SearchContext& context) {
                        return make_strategy((*names)[strategy], options.search, calls, pool, context, parts);
                      },
                      {goal, subject.api, budget, &observer, options.search.portfolio, &contracts});
  const Island island{collector, fitness, random};
  Portfolio::Result searched = portfolio.run(std::span(&island, 1));
  if (collector.tests().empty() && !searched.gave_up.empty())
    return subject_error(fmt::format("no test of '{}' can be made: {}", unit.name, searched.gave_up));
  return FoundTests{collector.tests(),    std::move(searched.found.others),
                    collector.covered(),  items_in(subject, unit),
                    searched.found.paths, std::move(searched.found.stopped)};
}

}  // namespace reenact
