// Strategies that search together: they take turns, exchange what they find, and are given time by what they have brought
// lately.
#pragma once

#include <cmath>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/budget.h"
#include "base/declare.h"
#include "strategy/strategy.h"

namespace reenact {

struct SearchProgress {
  std::uint64_t executions = 0, generation = 0;
  double best_fitness = 0;
  std::string lacks;     // Fitness::explain of the best test
  std::string strategy;  // that found the best test
  RunCosts costs;        // of all executors, in this search
};

/// Told about the search as it goes on: at most once per turn, by one thread at a time.
class SearchObserver {
 public:
  virtual ~SearchObserver() = default;
  virtual void progress(const SearchProgress& progress) = 0;
};

/// How strategies share the time.
struct PortfolioOptions {
  // Tests of a turn, at least: few enough that progress is shown and news are read soon, many enough to bring something.
  std::size_t turn = 200;
  double sure = 0.5;             // share of all tests that is dealt evenly, [0, 1]
  double half_life = 50;         // turns after which half of a credit is forgotten, above 0
  double led = 0.5;              // credit for an entry that another's better test was made from; for the better test: 1
  bool begins_with_best = true;  // a search of another frame, or with more calls: with the best tests so far
};

void declare(PortfolioOptions& options, OptionVisitor& visitor);

/// Who is next. Of each strategy's share of the tests, a part is sure, the same for all, so that none is starved; the rest
/// goes by credit, half of which is forgotten after PortfolioOptions::half_life turns. The strategy that is furthest behind its share is next:
/// no chance is in it.
class Turns {
 public:
  explicit Turns(std::size_t strategies, const PortfolioOptions& options = {})
      : sure_(options.sure), kept_(std::exp2(-1 / options.half_life)), each_(strategies) {}
  /// REQUIRES: any_left().
  [[nodiscard]] std::size_t next() const;
  [[nodiscard]] bool any_left() const;
  /// It had a turn of `tests` tests (at least 1 is counted).
  void had_turn(std::size_t strategy, std::uint64_t tests);
  void credit(std::size_t strategy, double worth) { each_[strategy].credit += worth; }
  /// It gets no more turns.
  void give_up(std::size_t strategy) { each_[strategy].has_given_up = true; }

 private:
  struct Each {
    double tests = 0, credit = 0;
    bool has_given_up = false;
  };
  [[nodiscard]] double share(std::size_t strategy) const;
  double sure_, kept_;  // kept_: of credit and debt after a turn
  std::vector<Each> each_;
};

/// What one searcher works with: a job of its own. With one island a portfolio is deterministic; several run side by side,
/// each with its own instance of every strategy, over one exchange.
struct Island {
  Executor& executor;
  Fitness& fitness;
  Random& random;
};

class Portfolio {
 public:
  /// Makes strategy number `strategy` (index into the names) for island number `island`; null: that island is to have none.
  using Make = std::function<std::unique_ptr<Strategy>(std::size_t strategy, std::size_t island, const SearchContext&)>;

  /// What all islands share; must outlive the portfolio.
  struct Shared {
    const Goal& goal;
    const ApiModel& api;
    Budget& budget;
    SearchObserver* observer = nullptr;
    PortfolioOptions options = {};
    const ContractTier* contracts = nullptr;  // null: tests may break what they like
    /// Asked behind each turn of what a strategy has met so far: true ends the search. Called by several threads; may be empty.
    std::function<bool(const std::vector<OtherCrash>&)> is_obstructed = nullptr;
    std::span<const TestCase> earlier = {};  // see SearchContext
  };

  Portfolio(std::vector<std::string> names, Make make, Shared shared);

  struct Result {
    SearchResult found;    // best of all; generations, paths and other crashes of all
    std::string strategy;  // that found the best test; empty: no test ran
    std::string gave_up;   // why, if all have; empty: they have not
    RunCosts costs;        // of all executors, in this search
  };
  /// Searches until the crash is found, the budget is exhausted, all strategies have given up, or no executor is left.
  [[nodiscard]] Result run(std::span<const Island> islands);

 private:
  class Search;
  std::vector<std::string> names_;
  Make make_;
  Shared shared_;
};

}  // namespace reenact
