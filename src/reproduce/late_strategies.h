// The strategies that need a build of the subject of their own, concolic and STAR: when they join the search, and with what.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>

#include "base/clock.h"
#include "base/error.h"
#include "bitcode/bitcode.h"
#include "program/call_graph.h"
#include "reproduce/reproduce.h"
#include "run/fork_server.h"
#include "session/late_build.h"
#include "session/subject.h"
#include "strategy/backward/star_search.h"
#include "strategy/concolic/concolic_search.h"
#include "strategy/test_pace.h"

namespace reenact {

/// How much of a reproduction is over.
struct Spent {
  double share = 0;         // of the budget, 0 to 1
  std::uint64_t tests = 0;  // run
};

class LateStrategies {
 public:
  /// All must outlive it; `subject` and `options` may change until prepare().
  LateStrategies(const Subject& subject, const ReproduceOptions& options, const Clock& clock)
      : subject_(subject), options_(options), clock_(clock) {}

  /// For those that take part. What one needs that is alone is built now, for it has nobody to wait for. What has joined according to
  /// `result` joins at once. Errors: a strategy that is not known, or what only this one's build can say.
  [[nodiscard]] Expected<void> prepare(const Reproduction& result);
  /// Builds that nobody waits for: see LateBuild::pause().
  void pause();
  /// Ends the builds, and tells `result` when which strategy joined.
  void end(Reproduction& result);

  /// For a search of which `spent` tells. `pace` as in ConcolicParts. Empty: it takes no part.
  [[nodiscard]] ConcolicParts concolic_parts(const std::function<Spent()>& spent, TestPace* pace);
  /// The same; `pace`, `graph` and `explained` as in StarParts.
  [[nodiscard]] StarParts star_parts(const std::function<Spent()>& spent, TestPace* pace, const CallGraph& graph,
                                     std::function<void(Explanation)> explained);

 private:
  Expected<void> build_concolic_worker(const SubjectOptions& options);
  /// STAR opens its bitcode anew for each search, from the cache.
  Expected<void> build_bitcode(const SubjectOptions& options);
  Expected<std::unique_ptr<ForkServer>> start_concolic_worker();
  Expected<Bitcode> open_once_built();
  /// Null: it is alone, and has its build.
  [[nodiscard]] std::function<bool()> joining(LateBuild& build, const std::function<Spent()>& spent) const;

  const Subject& subject_;
  const ReproduceOptions& options_;
  const Clock& clock_;
  bool is_alone_ = false;
  std::optional<LateBuild> paths_, star_;
  std::filesystem::path concolic_worker_;  // that paths_ has built
};

}  // namespace reenact
