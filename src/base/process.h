// Runs another program to its end: no shell, output captured, time limited.
#pragma once

#include <atomic>
#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "base/error.h"

namespace reenact {

/// How a program is run.
struct ProcessOptions {
  std::filesystem::path directory;                // empty: ours
  std::vector<std::string> environment;           // "NAME=value", added to ours
  bool whole_environment = false;                 // nothing of ours: `environment` is all
  std::chrono::milliseconds time_limit{600'000};  // then the whole process group is killed
  std::size_t output_limit = 8u << 20;            // bytes kept of each stream; the rest is read and dropped
  bool lifeline = false;  // its standard input, else empty, is a pipe that closes when it has ended, or we have
  const std::atomic<bool>* interrupted = nullptr;  // when given and true, the process group is killed; not owned
};

/// How it ended, and what it said.
struct ProcessResult {
  int exit_status = 0;  // 128 + signal if it was killed by one
  bool timed_out = false;
  std::string out, err;
};

/// Errors: the program could not be started (its name and the reason are in the message); kInterrupted.
[[nodiscard]] Expected<ProcessResult> run_process(const std::vector<std::string>& arguments,
                                                  const ProcessOptions& options = {});

}  // namespace reenact
