#include "strategy/concolic/concolic_search.h"

#include <algorithm>
#include <array>
#include <utility>

#include "strategy/concolic/path_search.h"
#include "testcase/contracts.h"
#include "testcase/subset.h"

namespace reenact {
namespace {

constexpr std::uint64_t kPathCost = 10;  // in tests, where it is not measured

PathCounts counts_of(const concolic::ExplorationCounts& counts) {
  return {counts.attempts, counts.replayed, counts.replayed - counts.diverged};
}

}  // namespace

ConcolicSearch::ConcolicSearch(const GuidedOptions& guided, const ConcolicOptions& options, const GoalCalls& calls,
                               const ValuePool& pool, const SearchContext& context, ConcolicParts parts)
    : options_(options),
      context_(context),
      parts_(std::move(parts)),
      search_({.guided = guided}, calls, pool, context),
      path_cost_(options.path_cost > 0 ? options.path_cost : kPathCost) {}

Turn ConcolicSearch::advance(const Slice& slice, Exchange& exchange) {
  Trials& trials = search_.trials();
  trials.begin(slice, exchange);
  read_news();
  if (server_ == nullptr && parts_.is_due && !parts_.is_due()) return trials.pass_turn();
  if (const auto ready = prepare(); !ready) return trials.give_up(ready.error().message);
  counted_ = 0;
  begun_ = parts_.clock->now();
  if (parts_.pace != nullptr) seconds_per_test_ = parts_.pace->seconds_per_test();
  while (!trials.done() && spent() < slice.tests) {
    if (exploration_ == nullptr || exploration_->is_large()) begin_exploration();
    const bool is_dry = exploration_->tests().pending() == 0 || since_better_ >= options_.seed_attempts ||
                        since_new_ >= options_.stale_attempts;
    const auto ran = is_dry ? begin_with_next_seed() : solve_one();
    if (!ran) return trials.give_up(ran.error().message);
    counted_ += path_cost_;
  }
  Turn turn = trials.end_turn();
  turn.tests = std::max(turn.tests, spent());
  if (parts_.pace != nullptr) parts_.pace->take_apart(parts_.clock->now() - begun_);
  return turn;
}

SearchResult ConcolicSearch::take_result() {
  SearchResult result = search_.trials().take();
  result.paths = earlier_;
  if (exploration_ != nullptr) result.paths += counts_of(exploration_->tests().counts());
  return result;
}

void ConcolicSearch::read_news() {
  for (const Entry* entry : search_.trials().news())
    if (const auto* reached = std::get_if<ReachedTest>(&entry->finding)) {
      seeds_.push_back({reached->test, entry->id, false});
      since_better_ = options_.seed_attempts;  // it is better than what is being explored
    }
}

std::uint64_t ConcolicSearch::spent() const {
  if (parts_.pace == nullptr || options_.path_cost > 0) return counted_;
  const std::chrono::duration<double> time = parts_.clock->now() - begun_;
  return static_cast<std::uint64_t>(time.count() / seconds_per_test_);
}

Expected<void> ConcolicSearch::prepare() {
  if (server_ != nullptr) return {};
  auto server = parts_.start();
  if (!server) return std::unexpected(server.error());
  server_ = std::move(*server);
  distance_.emplace(context_.goal, CallGraph(*context_.goal.program));
  return {};
}

void ConcolicSearch::begin_exploration() {
  if (exploration_ != nullptr) earlier_ += counts_of(exploration_->tests().counts());
  const bool is_published = options_.paths == "knn" || options_.paths == "fifo";
  exploration_ = std::make_unique<concolic::Exploration>(
      concolic::Exploration::Parts{*server_, context_.api, *parts_.clock, context_.random,
                                   options_.conflicts && !is_published},
      options_.paths, [this](concolic::Edge edge) { return (*distance_)(edge); },
      // Steps are what ends a query, so that the same seed solves the same paths; time, what Z3 does not count as steps.
      solver::SolverLimits{.time = std::chrono::seconds(2),
                           .steps = static_cast<std::uint32_t>(options_.solver_steps)});
}

Expected<void> ConcolicSearch::begin_with_next_seed() {
  since_better_ = since_new_ = 0;
  if (seeds_.empty()) make_seeds();
  if (seeds_.empty()) return subject_error(search_.obstacle());
  Seed seed = std::move(seeds_.back());
  seeds_.pop_back();
  search_.trials().led_by(seed.from);
  if (options_.short_seeds && !seed.is_whole) {
    TestCase shorter = shortened(seed.test);
    if (shorter.size() < seed.test.size()) {
      // State that only the rest brings about may matter later.
      seeds_.push_back({std::move(seed.test), seed.from});
      seed.test = std::move(shorter);
    }
  }
  if (const auto added = add_seed(seed.test); !added) return added;
  const TestCase longer = concolic::TestInputs::with_longer_texts(seed.test, options_.text_size);
  return longer.bytes == seed.test.bytes ? Expected<void>() : add_seed(longer);
}

Expected<void> ConcolicSearch::add_seed(const TestCase& test) { return exploration_->tests().add(test); }

TestCase ConcolicSearch::shortened(const TestCase& test) {
  TestCase shortest = test;
  const double score = score_of(test);
  if (score >= search_.worst()) return shortest;  // anything is as good
  for (std::size_t i = test.size(); i-- > 0 && !search_.trials().done();) {
    if (i >= shortest.size()) continue;
    TestCase candidate = without(shortest, i);
    if (score_of(candidate) <= score) shortest = std::move(candidate);
  }
  return shortest;
}

/// Random tests, the best last: nobody else has brought one that was not used yet.
void ConcolicSearch::make_seeds() {
  constexpr std::size_t kBatch = 50, kKept = 5;
  if (!search_.obstacle().empty()) return;
  std::vector<TestCase> tests(kBatch);
  std::array<const TestCase*, kBatch> batch{};
  std::array<double, kBatch> scores{};
  search_.trials().led_by(std::nullopt);
  for (std::size_t i = 0; i < kBatch; ++i) {
    search_.make_initial(tests[i], true);
    batch[i] = &tests[i];
  }
  search_.evaluate(batch, scores);
  std::vector<std::size_t> order(kBatch);
  for (std::size_t i = 0; i < kBatch; ++i) order[i] = i;
  std::ranges::sort(order, std::greater(), [&](std::size_t i) { return std::pair(scores[i], i); });
  for (std::size_t i = kBatch - kKept; i < kBatch; ++i)
    seeds_.push_back({std::move(tests[order[i]]), std::nullopt, false});
}

Expected<void> ConcolicSearch::solve_one() {
  ++since_better_;
  ++since_new_;
  concolic::TestExplorer& tests = exploration_->tests();
  const std::size_t covered = tests.covered().size();
  const auto solved = tests.attempt();
  if (solved) {
    if (evaluate(solved->test)) since_better_ = 0;
    if (const auto added = tests.add(solved->test, &*solved); !added) return added;
    if (tests.covered().size() > covered) since_new_ = 0;
  }
  if (options_.path_tests == 0) return {};
  const auto unsolved = tests.take_unsolved();
  return unsolved ? search_for(*unsolved) : Expected<void>();
}

Expected<void> ConcolicSearch::search_for(const concolic::UnsolvedPath& path) {
  concolic::TestExplorer& tests = exploration_->tests();
  const auto legal = [this](TestCase& test) {
    if (context_.contracts != nullptr) mend_contracts(test, context_.api, context_.contracts->open());
  };
  const auto found = concolic::search_path(
      path.test, options_.path_tests, context_.random,
      {.mutate =
           [&](TestCase& test) {
             search_.breeder().mutate(test);
             legal(test);
           },
       .cross = [&](const TestCase& a, const TestCase& b, TestCase& child) { search_.breeder().cross(a, b, child); },
       .distance = [&](const TestCase& test) -> Expected<double> {
         counted_ += path_cost_ / 2;  // nothing is solved
         return tests.distance(test, path);
       },
       .stop = [this] { return search_.trials().done(); }});
  if (!found) return std::unexpected(found.error());
  if (!*found) return {};
  if (evaluate(**found)) since_better_ = 0;
  return tests.add(**found);
}

double ConcolicSearch::score_of(const TestCase& test) {
  const TestCase* one = &test;
  double score = search_.worst();
  search_.evaluate(std::span(&one, 1), std::span(&score, 1));
  return score;
}

bool ConcolicSearch::evaluate(const TestCase& test) {
  const double score = score_of(test);
  search_.trials().end_generation(false);
  if (best_ >= 0 && score >= best_) return false;
  best_ = score;
  return true;
}

}  // namespace reenact
