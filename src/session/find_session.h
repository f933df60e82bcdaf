// One subject, ready to be searched for a described crash; any number of searches.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "crash/description.h"
#include "fitness/beacon.h"
#include "run/fork_server.h"
#include "session/subject.h"
#include "strategy/beacon/beacon_search.h"

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
  [[nodiscard]] Executor& executor() { return *server_; }
  [[nodiscard]] Beacon& fitness() { return *fitness_; }

  /// One search by Beacon. Errors: the executor's.
  [[nodiscard]] Expected<SearchResult> search(const BeaconOptions& options, Fitness& fitness, Budget& budget,
                                              Random& random, SearchObserver* observer = nullptr);

 private:
  explicit FindSession(Subject subject) : subject_(std::move(subject)) {}
  [[nodiscard]] Expected<void> make_goal(const FindTarget& target);
  [[nodiscard]] Expected<void> start_server(const FindTarget& target);

  Subject subject_;
  CrashReport report_;  // the goal's: no frames
  Goal goal_;
  ValuePool pool_;
  std::unique_ptr<Beacon> fitness_;
  std::unique_ptr<ForkServer> server_;
};

}  // namespace reenact
