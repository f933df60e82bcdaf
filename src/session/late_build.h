// When the concolic strategy joins a search. The build it needs takes as long as the first one, so it is made only for a search that
// goes on, and beside it.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <future>
#include <memory>
#include <mutex>
#include <optional>

#include "base/error.h"
#include "build/options.h"
#include "run/fork_server.h"
#include "session/subject.h"

namespace reenact {

/// Several searchers may ask at once.
class LatePaths {
 public:
  /// `after`: tests of the search after which paths are solved; 0: when a sixth of the budget is spent. `is_exact`: the build is waited
  /// for, so that the same seed gives the same search. `subject` must outlive it.
  LatePaths(const Subject& subject, const SubjectOptions& options, std::filesystem::path scratch, std::uint64_t after,
            bool is_exact);
  ~LatePaths() { stop_ = true; }
  LatePaths(const LatePaths&) = delete;
  LatePaths& operator=(const LatePaths&) = delete;

  /// May paths be solved, now that `share` of the budget, 0 to 1, and so many tests are spent? Starts the build when it is time.
  [[nodiscard]] bool is_due(double share, std::uint64_t tests);
  /// Ends a build that nobody waits for: a test has been found that may be the crash, or the search is over. is_due() begins it
  /// again; what it has compiled is cached.
  void pause();
  /// Builds the worker, or waits for its build. Errors: as prepare_concolic_worker().
  [[nodiscard]] Expected<void> build();
  /// Starts a worker; builds it before, if that is to be done yet. Errors: the build's; it does not start.
  [[nodiscard]] Expected<std::unique_ptr<ForkServer>> start();
  /// Tests of the search when its first searcher was told that it is due; nullopt: none was.
  [[nodiscard]] std::optional<std::uint64_t> joined_at() const;

 private:
  using Built = Expected<std::filesystem::path>;
  void begin();

  const Subject& subject_;
  const SubjectOptions options_;
  const std::filesystem::path scratch_;
  const std::uint64_t after_;
  const bool is_exact_;
  mutable std::mutex lock_;
  std::atomic<bool> stop_ = false;
  std::optional<std::uint64_t> joined_at_;
  std::shared_future<Built> built_;  // last: waits for the thread that uses the others
};

}  // namespace reenact
