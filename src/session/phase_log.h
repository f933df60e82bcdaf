// How long each phase of a reproduction took.
#pragma once

#include <string>
#include <vector>

#include "base/clock.h"
#include "session/reproduction.h"

namespace reenact {

class PhaseLog {
 public:
  /// Keeps references: all must outlive the log. Appends to `phases`.
  PhaseLog(const Clock& clock, ReproduceObserver& observer, std::vector<Phase>& phases)
      : clock_(clock), observer_(observer), phases_(phases) {}

  /// Ends the phase before, and tells the observer of the new one. A phase may come several times.
  void begin(const std::string& name) {
    end();
    observer_.phase(name);
    phases_.push_back({name, 0});
    start_ = clock_.now();
  }
  /// Adds the time since `begin` to the phase; call it once more behind the last one.
  void end() {
    if (!phases_.empty()) phases_.back().seconds += std::chrono::duration<double>(clock_.now() - start_).count();
    start_ = clock_.now();
  }

 private:
  const Clock& clock_;
  ReproduceObserver& observer_;
  std::vector<Phase>& phases_;
  Clock::Duration start_{};
};

}  // namespace reenact
