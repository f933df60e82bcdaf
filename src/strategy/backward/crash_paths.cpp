#include "strategy/backward/crash_paths.h"

#include <algorithm>
#include <array>

namespace reenact::backward {
namespace {

constexpr std::size_t kStepsAlone = 500;  // pieces of paths that each goes before fewer calls are looked into
constexpr std::size_t kStepsOfTurn = 50;
constexpr std::array<std::size_t, 2> kShallowDepths{1, 0};  // calls inside one another

bool gave_up_nothing(const std::unique_ptr<Executor>& executor) {
  return executor->is_done() && executor->counters().given_up.empty() && executor->counters().guessed.empty();
}

}  // namespace

CrashPaths::CrashPaths(const Executor::Shared& shared, const BackwardOptions& options, std::vector<Level> levels,
                       State start, std::size_t enough)
    : shared_(shared), options_(options), levels_(std::move(levels)), start_(std::move(start)), enough_(enough) {
  deep_.push_back(begin(options_));
}

std::unique_ptr<Executor> CrashPaths::begin(const BackwardOptions& options) const {
  auto executor = std::make_unique<Executor>(shared_, options, levels_);
  executor->start(start_);
  return executor;
}

bool CrashPaths::can_deepen() const {
  return options_.deepen && options_.unroll < kMostRounds && deep().has_left_loops();
}

bool CrashPaths::has_gone_through_all() const { return std::ranges::all_of(deep_, gave_up_nothing); }

bool CrashPaths::may_be_shallow() const {
  return options_.shallow && found_by_deep_ == 0 && found_by_shallow_ < enough_ && !has_gone_through_all();
}

bool CrashPaths::is_done() const {
  if (!deep().is_done() || can_deepen()) return false;
  if (!may_be_shallow()) return true;
  const bool all_started = found_by_shallow_ > 0 || shallow_.size() == kShallowDepths.size();
  return all_started && std::ranges::all_of(shallow_, [](const auto& each) { return each->is_done(); });
}

void CrashPaths::start_shallow_if_due() {
  while (found_by_shallow_ == 0 && shallow_.size() < kShallowDepths.size()) {
    const bool is_over = shallow_.empty() ? deep().is_done() && !can_deepen() : shallow_.back()->is_done();
    if (!is_over && steps_ < kStepsAlone) return;
    steps_ = 0;
    BackwardOptions fewer = options_;
    fewer.depth = std::min(options_.depth, kShallowDepths[shallow_.size()]);
    shallow_.push_back(begin(fewer));
  }
}

Executor* CrashPaths::whose_turn(bool may_deepen) {
  if (deep().is_done() && may_deepen && can_deepen()) {
    options_.unroll = std::min(kMostRounds, std::max<std::size_t>(1, 2 * options_.unroll));
    deep_.push_back(begin(options_));
  }
  const bool is_shallow = may_be_shallow();
  if (is_shallow) start_shallow_if_due();
  const std::size_t turns = is_shallow ? 1 + shallow_.size() : 1;
  for (std::size_t i = 0; i < turns; ++i) {
    turn_ %= turns;
    Executor& each = turn_ == 0 ? deep() : *shallow_[turn_ - 1];
    if (!each.is_done()) return &each;
    ++turn_;
  }
  return nullptr;
}

std::optional<Found> CrashPaths::next(bool may_deepen, const std::function<bool()>& stop) {
  while (Executor* const executor = whose_turn(may_deepen)) {
    bool is_stopped = false;
    std::size_t steps = 0;
    auto found = executor->next([&] {
      is_stopped = stop();
      return is_stopped || steps++ == kStepsOfTurn;
    });
    const bool is_deep = turn_ == 0;
    if (turn_ == shallow_.size()) steps_ += steps;
    if (found) {
      found->is_shallow = !is_deep;
      if (found->state.level + 1 == levels_.size()) ++(is_deep ? found_by_deep_ : found_by_shallow_);
      return found;
    }
    if (is_stopped) return std::nullopt;
    ++turn_;
  }
  return std::nullopt;
}

void CrashPaths::add_counters(Counters& all) const {
  for (const auto* executors : {&deep_, &shallow_})
    for (const auto& each : *executors) all.add(each->counters());
}

}  // namespace reenact::backward
