#include "strategy/guided/guided_search.h"

#include <algorithm>

#include "generate/construction_cost.h"

namespace reenact {

GuidedSearch::GuidedSearch(const GuidedSettings& settings, const GoalCalls& calls, const ValuePool& pool,
                           const SearchContext& context)
    : settings_(settings),
      context_(context),
      pool_(pool),
      builder_(context.api, pool_, context.random),
      calls_(possible_calls(calls, settings.guided, builder_)),
      obstacle_(calls_.crash.empty() ? what_calls_lack(context.api, calls.crash) : std::string()),
      trials_(context),
      secondary_(context.goal, context.fitness, settings.bbc),
      novel_(settings.novelty.archive_patience, settings.novelty.archive_draws),
      weights_(calls, context.api, settings.novelty),
      breeder_({.mutations = settings.breeding.mutations,
                .slices = settings.guided.slices,
                .text_focus = settings.novelty.text_focus,
                .archive_calls = settings.novelty.archive_calls,
                .still_text_focus = settings.novelty.still_text_focus,
                .joined_texts = settings.novelty.joined_texts,
                .crash_calls = settings.breeding.crash_calls,
                .sliced = settings.guided.sliced_mutants,
                .whole_slices = settings.guided.slices_of_tidied,
                .bare_slices = settings.guided.bare_slices,
                .usage_calls = settings.breeding.usage_calls},
               calls_, novel_, builder_, context.random) {
  calls_.setups = settings.guided.setups;
  if (settings.novelty.call_weights) calls_.weights = &weights_;
  pool_.contracts = context.contracts;
}

News GuidedSearch::heed_news() {
  const std::vector<const Entry*> news = trials_.news();
  for (const Entry* entry : news)
    if (const auto* worth = std::get_if<WorthTrying>(&entry->finding))
      std::visit([this](const auto& value) { pool_.tell(value); }, worth->value);
  return reached_tests(news);
}

void GuidedSearch::make_initial(TestCase& out, bool tidied) {
  if (begun_with_ < context_.earlier.size()) {
    out = context_.earlier[begun_with_++];
    return mend(out);
  }
  const bool as_users_do = calls_.usage != nullptr && context_.random.chance(settings_.guided.usage_tests);
  if (as_users_do)
    usage_test(out, calls_, builder_, context_.random, settings_.guided.initial_calls);
  else
    initial_test(out, calls_, builder_, context_.random, settings_.guided.initial_calls);
  if (tidied) tidy_new(out);
  mend(out);
}

void GuidedSearch::tidy_new(TestCase& test) {
  if (settings_.guided.slices && context_.random.chance(settings_.guided.sliced_initial)) breeder_.tidy(test);
}

/// What is ill-formed would not be run.
void GuidedSearch::mend(TestCase& test) const {
  if (context_.contracts != nullptr) mend_contracts(test, context_.api, context_.contracts->open());
}

void GuidedSearch::give_birth(TestCase& test) {
  if (calls_.usage != nullptr && context_.random.chance(settings_.guided.usage_births)) {
    usage_test(test, calls_, builder_, context_.random, settings_.guided.initial_calls);
    tidy_new(test);
    picked_.reset();
  } else {
    breeder_.mutate(test);
  }
  mend(test);
  births_.push_back(picked_);
}

evolve::Flow GuidedSearch::evaluate(std::span<const TestCase* const> tests, std::span<double> scores) {
  const evolve::Flow flow = trials_.run(tests, scores, [&](std::size_t i, const Observation& run) {
    secondary_.note(*tests[i], run);
    learn(*tests[i], run);
    if (run.invalid || run.kind == CrashKind::kTimeout || run.novel + run.novel_at_goal == 0) return;
    // What is new in the goal's own functions matters more than what is new around them.
    const bool at_goal = run.novel_at_goal > 0;
    const double worth = at_goal ? settings_.novelty.goal_worth : 1;
    keep_novel(*tests[i], at_goal, worth);
    if (i < births_.size() && births_[i]) novel_.credit(*births_[i], worth);
  });
  births_.clear();
  note_progress(scores);
  return flow;
}

/// Other mutations are tried for a while where the usual ones bring nothing better; they may bring nothing, too, so that the usual ones come
/// again.
void GuidedSearch::note_progress(std::span<const double> scores) {
  const double best = std::ranges::min(scores);
  if (best < best_) {
    best_ = best;
    since_best_ = 0;
  } else {
    since_best_ += scores.size();
  }
  breeder_.stand_still(since_best_ / settings_.novelty.still_after % 2 == 1);
}

void GuidedSearch::learn(const TestCase& test, const Observation& run) {
  if (settings_.novelty.call_weights) weights_.note(test, run.novel + run.novel_at_goal > 0);
}

/// At the goal only what matters for the call of M_crash, or its offspring inherit whatever else was there.
void GuidedSearch::keep_novel(const TestCase& test, bool at_goal, double worth) {
  const TestCase* kept = &test;
  if (const auto last = breeder_.last_crash_call(test); last && at_goal && breeder_.slice(test, *last, scratch_))
    kept = &scratch_;
  novel_.add(*kept, worth);
}

}  // namespace reenact
