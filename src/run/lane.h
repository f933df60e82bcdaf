// One worker process and its shared segment.
#pragma once

#include <sys/types.h>

#include "run/segment.h"

namespace reenact {

class ForkServer::Lane {
 public:
  Lane(const std::filesystem::path& worker, const ProgramModel& program, const RunOptions& options);
  ~Lane();
  Lane(const Lane&) = delete;
  Lane& operator=(const Lane&) = delete;

  /// Waits until the worker is ready for batches.
  [[nodiscard]] Expected<void> wait_until_ready();
  struct Conditions {
    bool fresh = false;         // in a child that has run nothing yet
    bool whole_stack = false;   // Executor::use_whole_stack
    bool tell_entered = false;  // for entered(); of one test that runs alone
  };
  /// Starts a batch of at most Segment::kMaxTests.
  void begin(std::span<const TestCase* const> tests, const ApiModel& api, Conditions conditions);
  /// Waits for the end of the batch begun. False: a test of it took the fork server down, or overwrote what only the
  /// engine writes. Then there are no observations, and the lane is of no further use.
  [[nodiscard]] bool finish();
  /// Where the observations are. REQUIRES: no batch is running.
  [[nodiscard]] Segment& segment() { return segment_; }
  /// The folder that its tests run in.
  [[nodiscard]] const std::filesystem::path& scratch() const { return scratch_; }
  /// ProgramModel id of a runtime id; nullopt for functions the model does not have.
  [[nodiscard]] std::optional<FunctionId> function(std::uint32_t runtime_id) const;
  /// What the test of the last batch entered. REQUIRES: that was to tell it, and has ended.
  [[nodiscard]] std::vector<FunctionId> entered() const;

 private:
  void spawn(const std::filesystem::path& worker, const RunOptions& options);
  [[nodiscard]] bool alive();
  [[nodiscard]] Expected<void> start_error();
  /// Ends the process that runs tests; false: there is none to be found.
  bool kill_child();

  const ProgramModel& program_;
  Segment segment_;
  pid_t container_ = -1;                      // that the worker is in; the leader of a process group
  int lifeline_ = -1;                         // of the container: it ends when this is closed
  std::uint32_t batch_ = 0, test_count_ = 0;  // of the batch begun last
  std::vector<std::optional<FunctionId>> functions_;
  std::vector<std::uint32_t> words_;
  std::string worker_name_;
  std::filesystem::path scratch_;
  std::optional<Error> failure_;  // nothing could be started
};

}  // namespace reenact
