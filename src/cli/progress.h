// Progress for people: one rewritten line on a terminal, now and then a plain line elsewhere.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>

#include "reproduce/reproduce.h"

namespace reenact::cli {

class Progress final : public ReproduceObserver {
 public:
  Progress(const Clock& clock, std::chrono::nanoseconds budget);
  ~Progress() override;
  void phase(std::string_view name) override;
  void step(std::string_view what, std::size_t done, std::size_t total) override;
  void progress(const SearchProgress& progress) override;
  /// `step` for those that take a function; it must not outlive this.
  [[nodiscard]] std::function<void(std::string_view what, std::size_t done, std::size_t total)> steps() {
    return [this](std::string_view what, std::size_t done, std::size_t total) { step(what, done, total); };
  }

 private:
  void show(const std::string& line, bool important);

  const Clock& clock_;
  std::chrono::nanoseconds budget_, start_, phase_start_, shown_{};
  std::chrono::nanoseconds part_start_;  // of what `executions_` are counted in
  std::uint64_t executions_ = 0;
  bool terminal_;
  bool line_open_ = false;
  std::string last_;
};

}  // namespace reenact::cli
