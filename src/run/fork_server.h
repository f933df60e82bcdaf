// Runs tests in the subject's worker over shared memory (protocol: abi/abi.h).
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "generate/seen_operands.h"
#include "program/program_model.h"
#include "run/executor.h"
#include "run/region.h"

namespace reenact {

inline constexpr std::size_t kMaxContext = 32;  // frames

struct RunOptions {
  std::vector<FunctionId> enabled;  // functions whose coverage and distances are recorded
  /// Others of which the same is recorded, behind those; but what is new in them is of no more weight than elsewhere.
  std::vector<FunctionId> deciding;
  /// Of a callee of these, which is one of `deciding`, all that is recorded is of its last activation from there. With
  /// `context` at most kMaxContext.
  std::vector<AskedCall> asked;
  std::vector<FunctionId> watched;    // functions whose newly entered blocks make a test novel
  std::vector<ContextFrame> context;  // the trace looked for, innermost first; at most kMaxContext, the innermost ones
  bool releases = false;              // Observation::freed_by is asked for
  bool allocations = false;           // Observation::allocated_by is
  bool before_block = false, behind_block = false;  // both only of a block that the address lies before, or behind
  /// Of an exception that leaves a noexcept function: the trace is that of the throw. Otherwise it is what clang's unwinding
  /// leaves, from that function on.
  bool throw_shown = false;
  std::filesystem::path scratch;                // existing folder of ours: the only place the subject may write to
  std::vector<std::filesystem::path> readable;  // of what is below /tmp: what else tests see there
  unsigned test_timeout_ms = 250;
  unsigned alone_timeout_ms = 0;  // of a test that is run alone and nests deep, if that is more
  unsigned memory_limit_mb = 2048;
  unsigned test_stack_kb = 0;     // of tests; 0: somewhat more than a program's
  unsigned child_tests = 20'000;  // a healthy child is replaced after so many tests
  unsigned lanes = 1;             // workers side by side; a batch is split between them in order
  bool address_sanitizer = false;
  bool returned_stack = false;  // AddressSanitizer watches variables of functions that have returned, too; costs time
  std::string ubsan_check;      // what a trap means
  /// Told after each batch what comparisons of `enabled` compared; must outlive the server. Null: nobody asks.
  SeenOperands* operands = nullptr;
  /// Of a worker of the concolic flavour: the region in which a run leaves its expressions.
  std::optional<concolic::RegionSizes> region;
};

class ForkServer final : public Executor {
 public:
  /// Starts the workers. kSubject error: the worker dies before it is ready (a static initialiser crashes).
  [[nodiscard]] static Expected<std::unique_ptr<ForkServer>> start(const std::filesystem::path& worker,
                                                                   const ProgramModel& program, const ApiModel& api,
                                                                   const RunOptions& options);
  ~ForkServer() override;
  /// A test that takes its fork server down, after all, is observed as `invalid`: nothing is known of it. The server is
  /// started again then, a few times in its life; after the last one, this and run_alone return the error.
  [[nodiscard]] Expected<void> run(std::span<const TestCase* const> tests,
                                   const std::function<void(std::size_t, const Observation&)>& seen) override;
  [[nodiscard]] Expected<void> run_alone(const TestCase& test,
                                         const std::function<void(const Observation&)>& seen) override;
  [[nodiscard]] std::vector<FunctionId> entered_by(const TestCase& test) override;
  void use_whole_stack(bool whole) override { whole_stack_ = whole; }
  [[nodiscard]] RunCosts costs() const override;
  /// What the last test left in there that was run. Valid until the next run. REQUIRES: RunOptions::region, one lane.
  [[nodiscard]] const concolic::Region& region() const;

  class Lane;
  class Decoder;

 private:
  using Observer = std::function<void(std::size_t, const Observation&)>;
  /// Part of a batch that one lane runs: `first` is its first test's number; `fresh`: in a child of its own.
  struct Share {
    std::span<const TestCase* const> tests;
    std::size_t first = 0;
    bool fresh = false;
  };

  ForkServer(std::filesystem::path worker, const ProgramModel& program, const ApiModel& api, RunOptions options);
  /// Waits for the share that `lane` has begun, and tells what was seen.
  [[nodiscard]] Expected<void> finish(std::unique_ptr<Lane>& lane, const Share& share, const Observer& seen);
  /// Some test of the share took the fork server down; which one shows when each is a batch of its own.
  [[nodiscard]] Expected<void> run_each_alone(std::unique_ptr<Lane>& lane, const Share& share, const Observer& seen);
  [[nodiscard]] Expected<void> restart(std::unique_ptr<Lane>& lane);

  std::filesystem::path worker_;
  const ProgramModel& program_;
  const ApiModel& api_;
  RunOptions options_;
  std::vector<std::unique_ptr<Lane>> lanes_;
  std::unique_ptr<Decoder> decode_;
  bool whole_stack_ = false;
  unsigned restarts_ = 0;
  RunCosts past_;              // of lanes that are gone
  std::optional<Error> gone_;  // why there is no fork server any more
};

/// One line for people: "assertion `x > 0' failed in Foo::bar (foo.cpp:12)".
[[nodiscard]] std::string describe(const Observation& observation, const ProgramModel& program);

}  // namespace reenact
