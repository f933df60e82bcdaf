// Beacon (Slater, Bergel; docs/methods/beacon.md): from a part of a crash to the minimal test that raises it, without a trace.
#pragma once

#include "reproduce/reproduce.h"
#include "session/find_session.h"

namespace reenact {

/// How a described crash is searched for.
struct FindOptions {
  FindTarget target;
  std::chrono::nanoseconds budget = std::chrono::seconds(60);  // of the search
  std::uint64_t max_executions = ~0ULL;
  Seed seed{std::uint64_t{1}};
  BeaconOptions beacon;
  TestFormat format = TestFormat::kGtest;
  bool expect_crash = false;       // the verified test in the form that passes while the bug is there
  std::uint64_t restarts = ~0ULL;  // searches behind the first, while the budget lasts; 0: as published
};

/// What the search came to.
struct Found {
  Reproduction result;  // without frames: none are known
  CrashReport crash;    // as the verified test raised it; else as described
};

/// Errors: the subject's; a function on the stack that is not there; a part without calls. Not finding the crash is no
/// error.
[[nodiscard]] Expected<Found> find_crash(const FindOptions& options, const Clock& clock,
                                         const std::atomic<bool>& interrupted, ReproduceObserver& observer);

}  // namespace reenact
