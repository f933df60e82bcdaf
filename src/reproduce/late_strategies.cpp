#include "reproduce/late_strategies.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "session/concolic_subject.h"
#include "session/portfolio.h"

namespace reenact {
namespace {

// Shares of the budget: what is easy is found by then. STAR's build is the cheaper one.
constexpr double kStarBegins = 1.0 / 12, kPathsBegin = 1.0 / 6;

}  // namespace

Expected<void> LateStrategies::prepare(const Reproduction& result) {
  const auto names = strategies_in(options_.search.strategies);
  if (!names) return std::unexpected(names.error());
  is_alone_ = names->size() == 1;
  const auto takes_part = [&](std::string_view name) { return std::ranges::find(*names, name) != names->end(); };
  if (takes_part("concolic")) {
    paths_.emplace([this](const SubjectOptions& options) { return build_concolic_worker(options); }, options_.subject,
                   LateBuild::When{kPathsBegin, options_.search.concolic.paths_after,
                                   options_.is_limited() || result.paths_after});
    if (is_alone_) return paths_->build();
  }
  if (takes_part("star")) {
    star_.emplace(
        [this](const SubjectOptions& options) { return build_bitcode(options); }, options_.subject,
        LateBuild::When{kStarBegins, options_.search.backward.star_after, options_.is_limited() || result.star_after});
    // Any other error is the search's reason to give up.
    if (is_alone_)
      if (const auto ok = star_->build(); !ok && ok.error().kind == ErrorKind::kInterrupted) return ok;
  }
  return {};
}

void LateStrategies::pause() {
  if (paths_) paths_->pause();
  if (star_) star_->pause();
}

void LateStrategies::end(Reproduction& result) {
  if (paths_ && !result.paths_after) result.paths_after = paths_->joined_at();
  if (star_ && !result.star_after) result.star_after = star_->joined_at();
  paths_.reset();
  star_.reset();
}

ConcolicParts LateStrategies::concolic_parts(const std::function<Spent()>& spent, TestPace* pace) {
  if (!paths_) return {};
  return {.is_due = joining(*paths_, spent),
          .start = [this] { return start_concolic_worker(); },
          .clock = &clock_,
          .pace = pace};
}

StarParts LateStrategies::star_parts(const std::function<Spent()>& spent, TestPace* pace, const CallGraph& graph,
                                     std::function<void(Explanation)> explained) {
  if (!star_) return {};
  return {.is_due = joining(*star_, spent),
          .open = [this] { return open_once_built(); },
          .graph = &graph,
          .clock = &clock_,
          .pace = pace,
          .explained = std::move(explained),
          .ends_if_impossible = options_.search.goal.impossible_ends};
}

Expected<void> LateStrategies::build_concolic_worker(const SubjectOptions& options) {
  auto worker = prepare_concolic_worker(subject_, options);
  if (!worker) return std::unexpected(worker.error());
  concolic_worker_ = std::move(*worker);
  return {};
}

Expected<void> LateStrategies::build_bitcode(const SubjectOptions& options) {
  const auto opened = open_bitcode(options, &subject_);
  return opened ? Expected<void>() : std::unexpected(opened.error());
}

Expected<std::unique_ptr<ForkServer>> LateStrategies::start_concolic_worker() {
  if (const auto ok = paths_->build(); !ok) return std::unexpected(ok.error());
  return start_concolic_server(concolic_worker_, subject_, options_.subject, options_.scratch);
}

Expected<Bitcode> LateStrategies::open_once_built() {
  if (const auto ok = star_->build(); !ok) return std::unexpected(ok.error());
  return open_bitcode(options_.subject, &subject_);
}

std::function<bool()> LateStrategies::joining(LateBuild& build, const std::function<Spent()>& spent) const {
  if (is_alone_) return nullptr;
  return [&build, spent] {
    const Spent so_far = spent();
    return build.is_due(so_far.share, so_far.tests);
  };
}

}  // namespace reenact
