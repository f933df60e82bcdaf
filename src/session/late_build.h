// When a strategy joins a search that needs a build of its own. That takes a part of the first one's time, or as long, so it is made only
// for a search that goes on, and beside it.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <future>
#include <mutex>
#include <optional>

#include "base/error.h"
#include "build/options.h"

namespace reenact {

/// Several searchers may ask at once.
class LateBuild {
 public:
  /// When the strategy joins.
  struct When {
    double share = 0;         // of the budget that is spent, 0 to 1 ...
    std::uint64_t tests = 0;  // ... or, above 0, of the search: then the share does not count
    bool is_exact = false;  // the build is waited for, so that the same seed gives the same search; always with `tests`
  };

  /// `build` is called with options like these, by one thread at a time; what it makes is used only once is_due() is true or build() is
  /// over. What it refers to must outlive this.
  LateBuild(std::function<Expected<void>(const SubjectOptions&)> build, const SubjectOptions& options, When when);
  ~LateBuild() { stop_ = true; }
  LateBuild(const LateBuild&) = delete;
  LateBuild& operator=(const LateBuild&) = delete;

  /// May the strategy join, now that `share` of the budget, 0 to 1, and so many tests are spent? Starts the build when it is time.
  [[nodiscard]] bool is_due(double share, std::uint64_t tests);
  /// Ends a build that nobody waits for: a test has been found that may be the crash, or the search is over. is_due() begins it
  /// again; what it has compiled is cached.
  void pause();
  /// Builds, or waits for the build. Errors: the build's.
  [[nodiscard]] Expected<void> build();
  /// Tests of the search when its first searcher was told that it is due; nullopt: none was.
  [[nodiscard]] std::optional<std::uint64_t> joined_at() const;

 private:
  void begin();

  const std::function<Expected<void>(const SubjectOptions&)> make_;
  const SubjectOptions options_;
  const When when_;
  mutable std::mutex lock_;
  std::atomic<bool> stop_ = false;
  std::optional<std::uint64_t> joined_at_;
  std::shared_future<Expected<void>> built_;  // last: waits for the thread that uses the others
};

}  // namespace reenact
