// One worker process and its shared segment.
#pragma once

#include <sys/types.h>

#include "abi/abi.h"
#include "run/fork_server.h"

namespace reenact {

class ForkServer::Lane {
 public:
  Lane(const std::filesystem::path& worker, const ProgramModel& program, const RunOptions& options);
  ~Lane();
  Lane(const Lane&) = delete;
  Lane& operator=(const Lane&) = delete;

  /// Waits until the worker is ready for batches.
  [[nodiscard]] Expected<void> wait_until_ready();
  /// Starts a batch; `fresh`: in a child that has run nothing yet.
  void begin(std::span<const TestCase* const> tests, const ApiModel& api, bool fresh);
  /// Waits for the end of the batch begun.
  [[nodiscard]] Expected<void> finish();
  [[nodiscard]] const ReenactObservation& observation(std::size_t i) const;
  /// ProgramModel id of a runtime id; nullopt for functions the model does not have.
  [[nodiscard]] std::optional<FunctionId> function(std::uint32_t runtime_id) const;

  /// Moves what comparisons compared since the last call to `operands`; null: nowhere. REQUIRES: RunOptions::operands, no
  /// batch running.
  void take_operands(SeenOperands* operands);

  static constexpr std::size_t kMaxTests = 256;  // per batch and lane

 private:
  void lay_out(const ProgramModel& program, const RunOptions& options);
  void spawn(const std::filesystem::path& worker);
  [[nodiscard]] bool alive();
  [[nodiscard]] Expected<void> start_error();

  const ProgramModel& program_;
  ReenactControl* control_ = nullptr;
  std::size_t size_ = 0;
  int memory_ = -1;
  pid_t zygote_ = -1;
  std::vector<std::optional<FunctionId>> functions_;
  std::vector<std::uint32_t> words_;
  std::string worker_name_;
};

}  // namespace reenact
