// One subject, ready to be searched for a described crash; any number of searches.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "crash/description.h"
#include "fitness/beacon.h"
#include "session/islands.h"
#include "session/portfolio.h"
#include "session/subject.h"
#include "strategy/beacon/beacon_search.h"
#include "strategy/guided/goal_calls.h"

namespace reenact {

/// Which of the subject's public calls a search may make; both empty: all. A call belongs to the part if it fits any.
struct ApiPart {
  std::vector<std::string> libraries;  // its outermost namespace, or a folder on the way to its source file or header
  std::vector<std::string> files;      // glob of that file's path, or of the end of it
};

/// The calls of `part` that may be statements of their own: not what only makes arguments, nor the standard library's.
[[nodiscard]] std::vector<CallableId> calls_of(const ApiModel& api, const ProgramModel& program, const ApiPart& part);

/// The subject and what to find in it.
struct FindTarget {
  SubjectOptions subject;
  std::filesystem::path scratch;  // ours
  unsigned jobs = 2;
  CrashDescription description;
  ApiPart part;
  CallerOptions callers;
};

/// See the head of this file.
class FindSession {
 public:
  /// Builds the subject and starts its workers. Errors: the subject's; a function on the stack that is not there; a part
  /// without calls.
  [[nodiscard]] static Expected<std::unique_ptr<FindSession>> open(const FindTarget& target);
  FindSession(const FindSession&) = delete;
  FindSession& operator=(const FindSession&) = delete;

  [[nodiscard]] const Subject& subject() const { return subject_; }
  [[nodiscard]] Executor& executor() { return islands_.executor(); }
  [[nodiscard]] Fitness& fitness() { return islands_.fitness(); }
  /// Crashes that are no longer to be found.
  [[nodiscard]] Rejections& rejections() { return *rejections_; }

  /// One search by Beacon, on all jobs.
  [[nodiscard]] Portfolio::Result search(const BeaconOptions& options, Budget& budget, Random& random,
                                         SearchObserver* observer = nullptr);

 private:
  explicit FindSession(Subject subject) : subject_(std::move(subject)) {}
  [[nodiscard]] Expected<void> find_calls(const FindTarget& target);
  [[nodiscard]] Expected<void> start(const FindTarget& target);

  Subject subject_;
  Goal goal_;  // without a report, without frames
  GoalCalls calls_;
  ValuePool pool_;
  std::unique_ptr<Rejections> rejections_ = std::make_unique<Rejections>();
  Islands islands_;
};

}  // namespace reenact
