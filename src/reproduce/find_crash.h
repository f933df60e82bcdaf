// Beacon (methods.md, section 1): from a part of a crash to the minimal test that raises it, without a trace.
#pragma once

#include <string>
#include <vector>

#include "crash/description.h"
#include "reproduce/reproduce.h"
#include "strategy/beacon/beacon_search.h"

namespace reenact {

/// Which of the subject's public calls a search may make; both empty: all. A call belongs to the part if it fits any.
struct ApiPart {
  std::vector<std::string> libraries;  // its outermost namespace, or a folder on the way to its source file or header
  std::vector<std::string> files;      // glob of that file's path, or of the end of it
};

struct FindOptions {
  SubjectOptions subject;
  std::filesystem::path scratch;                               // ours; emptied at the end
  std::chrono::nanoseconds budget = std::chrono::seconds(60);  // of the search
  std::uint64_t max_executions = ~0ULL;
  Seed seed{std::uint64_t{1}};
  unsigned jobs = 2;
  CrashDescription description;
  ApiPart part;
  BeaconOptions beacon;
  std::uint64_t restarts = ~0ULL;  // searches behind the first, while the budget lasts; 0: as published
};

struct Found {
  Reproduction result;  // without frames: none are known
  CrashReport crash;    // as the verified test raised it; else as described
};

/// Errors: the subject's; a function on the stack that is not there; a part without calls. Not finding the crash is no
/// error.
[[nodiscard]] Expected<Found> find_crash(const FindOptions& options, const Clock& clock,
                                         const std::atomic<bool>& interrupted, ReproduceObserver& observer);

/// The calls of `part` that may be statements of their own: not what only makes arguments, nor the standard library's.
[[nodiscard]] std::vector<CallableId> calls_of(const ApiModel& api, const ProgramModel& program, const ApiPart& part);

}  // namespace reenact
