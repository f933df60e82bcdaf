#include "session/portfolio.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

namespace reenact {

void declare(PortfolioOptions& options, OptionVisitor& visitor) {
  visitor.begin_group("Turns of several strategies");
  visitor.number("--turn", options.turn, {1, 1000000}, "Tests of a turn, at least");
  visitor.real("--sure-share", options.sure, {0, 1},
               "Share of all tests that is dealt evenly; the rest goes to who brought better tests");
  visitor.real("--half-life", options.half_life, {1, 1e6}, "Turns after which half of that is forgotten");
  visitor.toggle("begin-with-best", options.begins_with_best,
                 "Begin the search of another frame, or with more calls, with the best tests of the searches before");
  visitor.real("--led", options.led, {0, 1}, "Credit for what led another strategy to a better test, which gets 1");
}

double Turns::share(std::size_t strategy) const {
  double credits = 0;
  std::size_t left = 0;
  for (const Each& each : each_)
    if (!each.has_given_up) {
      credits += each.credit;
      ++left;
    }
  const double even = 1.0 / static_cast<double>(left);
  return credits == 0 ? even : sure_ * even + (1 - sure_) * each_[strategy].credit / credits;
}

std::size_t Turns::next() const {
  std::optional<std::size_t> best;
  const auto behind = [this](std::size_t i) { return each_[i].tests / share(i); };
  for (std::size_t i = 0; i < each_.size(); ++i)
    if (!each_[i].has_given_up && (!best || behind(i) < behind(*best))) best = i;
  return *best;
}

bool Turns::any_left() const {
  return std::ranges::any_of(each_, [](const Each& each) { return !each.has_given_up; });
}

void Turns::had_turn(std::size_t strategy, std::uint64_t tests) {
  each_[strategy].tests += static_cast<double>(std::max<std::uint64_t>(tests, 1));
  // Credit and debt are forgotten alike: what counts is lately.
  for (Each& each : each_) {
    each.credit *= kept_;
    each.tests *= kept_;
  }
}

/// One run of a portfolio.
class Portfolio::Search {
 public:
  Search(const std::vector<std::string>& names, const Make& make, const Shared& shared, std::span<const Island> islands)
      : names_(names), make_(make), shared_(shared), islands_(islands), results_(islands.size()) {}

  Result run() {
    std::vector<std::jthread> others;
    for (std::size_t i = 1; i < islands_.size(); ++i) others.emplace_back([this, i] { search(i); });
    search(0);
    others.clear();  // joins
    return summary();
  }

 private:
  /// What became of one island.
  struct IslandResult {
    std::vector<SearchResult> found;  // by strategy
    std::string gave_up;
    RunCosts costs;
  };

  [[nodiscard]] StrategyId id_of(std::size_t island, std::size_t strategy) const {
    return StrategyId(island * names_.size() + strategy);
  }
  [[nodiscard]] std::size_t strategy_of(StrategyId id) const { return id.index() % names_.size(); }

  void search(std::size_t island) {
    const Island& own = islands_[island];
    std::vector<std::unique_ptr<Strategy>> strategies;
    for (std::size_t i = 0; i < names_.size(); ++i)
      strategies.push_back(make_(i, island,
                                 {shared_.goal, shared_.api, own.fitness, own.executor, shared_.budget, own.random,
                                  id_of(island, i), shared_.contracts, shared_.earlier}));
    IslandResult& result = results_[island];
    result.found.resize(names_.size());
    Turns turns(names_.size(), shared_.options);
    for (std::size_t i = 0; i < names_.size(); ++i)
      if (strategies[i] == nullptr) {
        turns.give_up(i);
        result.gave_up = fmt::format("another searcher runs {}", names_[i]);
      }
    const RunCosts earlier = own.executor.costs();
    while (!is_over_ && turns.any_left() && !shared_.budget.exhausted()) {
      const std::size_t next = turns.next();
      const EntryId first(exchange_.size());
      const Turn turn = strategies[next]->advance({shared_.options.turn}, exchange_);
      turns.had_turn(next, turn.tests);
      credit(turns, first);
      if (turn.end == Turn::End::kGaveUp) {
        turns.give_up(next);
        result.gave_up = turn.reason;
      }
      const std::uint64_t generations = result.found[next].generations;
      collect(strategies[next]->take_result(), result.found[next]);
      generations_ += result.found[next].generations - generations;
      if (turn.end == Turn::End::kNothingToCall) {
        const std::lock_guard lock(telling_);
        nothing_to_call_ = turn.reason;
        is_over_ = true;
      }
      // An executor that is gone does not come back.
      if (turn.end == Turn::End::kFound || turn.end == Turn::End::kImpossible || !result.found[next].stopped.empty())
        is_over_ = true;
      if (shared_.is_obstructed && shared_.is_obstructed(result.found[next].others)) is_over_ = true;
      tell(result, own.executor.costs() - earlier);
    }
    if (turns.any_left()) result.gave_up.clear();
  }

  /// What this strategy has come to in its turns so far.
  static void collect(SearchResult now, SearchResult& so_far) {
    std::vector<OtherCrash> others = std::move(so_far.others);
    merge(others, std::move(now.others));
    so_far = std::move(now);
    so_far.others = std::move(others);
  }

  /// One for whoever told a better test, PortfolioOptions::led for whose entry it was made from.
  void credit(Turns& turns, EntryId first) const {
    for (EntryId at = first; at.index() < exchange_.size(); ++at.value) {
      const Entry& entry = exchange_[at];
      if (!std::holds_alternative<ReachedTest>(entry.finding)) continue;
      turns.credit(strategy_of(entry.by), 1);
      if (entry.from) turns.credit(strategy_of(exchange_[*entry.from].by), shared_.options.led);
    }
  }

  void tell(IslandResult& island, const RunCosts& costs) {
    const std::lock_guard lock(telling_);
    costs_ += costs - island.costs;
    island.costs = costs;
    if (shared_.observer == nullptr) return;
    SearchProgress progress{.executions = shared_.budget.executions(), .generation = generations_, .costs = costs_};
    if (const Entry* best = exchange_.best(); best != nullptr) {
      const auto& test = std::get<ReachedTest>(best->finding);
      progress.best_fitness = test.fitness;
      progress.lacks = test.lacks;
      progress.strategy = names_[strategy_of(best->by)];
    }
    shared_.observer->progress(progress);
  }

  Result summary() {
    Result all;
    for (IslandResult& island : results_)
      for (std::size_t i = 0; i < island.found.size(); ++i) {
        SearchResult& one = island.found[i];
        merge(all.found.others, std::move(one.others));
        const std::uint64_t generations = all.found.generations + one.generations;
        PathCounts paths = all.found.paths;
        paths += one.paths;
        std::vector<OtherCrash> others = std::move(all.found.others);
        std::string stopped = all.found.stopped.empty() ? one.stopped : all.found.stopped;
        const bool is_better = one.best.size() > 0 && (all.found.best.size() == 0 || one.fitness < all.found.fitness);
        if (is_better) {
          all.found = std::move(one);
          all.strategy = names_[i];
        }
        all.found.generations = generations;
        all.found.paths = paths;
        all.found.others = std::move(others);
        all.found.stopped = std::move(stopped);
      }
    all.costs = costs_;
    if (std::ranges::none_of(results_, [](const IslandResult& each) { return each.gave_up.empty(); }))
      all.gave_up = results_.front().gave_up;
    if (!nothing_to_call_.empty()) all.gave_up = nothing_to_call_;
    return all;
  }

  const std::vector<std::string>& names_;
  const Make& make_;
  const Shared& shared_;
  const std::span<const Island> islands_;
  Exchange exchange_;
  std::vector<IslandResult> results_;  // by island
  std::atomic<bool> is_over_ = false;
  std::mutex telling_;
  std::string nothing_to_call_;  // Turn::End::kNothingToCall; under the lock
  RunCosts costs_;               // of all islands so far; under the lock
  std::atomic<std::uint64_t> generations_ = 0;
};

Portfolio::Portfolio(std::vector<std::string> names, Make make, Shared shared)
    : names_(std::move(names)), make_(std::move(make)), shared_(std::move(shared)) {}

Portfolio::Result Portfolio::run(std::span<const Island> islands) {
  return Search(names_, make_, shared_, islands).run();
}

}  // namespace reenact
