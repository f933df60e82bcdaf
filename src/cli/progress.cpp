#include "cli/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include "base/text.h"

namespace reenact::cli {
namespace {

double seconds(std::chrono::nanoseconds time) { return std::chrono::duration<double>(time).count(); }

/// What else the time goes into; nothing said of nothing.
std::string losses(const RunCosts& costs) {
  std::string result;
  if (costs.outlived > 0) result += fmt::format(", {} crashed", costs.outlived);
  if (costs.hangs > 0) result += fmt::format(", {} hung ({:.1f} s)", costs.hangs, costs.hang_seconds);
  if (costs.processes > 1) result += fmt::format(", {} processes", costs.processes);
  return result;
}

}  // namespace

Progress::Progress(const Clock& clock, std::chrono::nanoseconds budget)
    : clock_(clock),
      budget_(budget),
      start_(clock.now()),
      phase_start_(start_),
      part_start_(start_),
      terminal_(isatty(STDERR_FILENO) != 0) {}

Progress::~Progress() {
  if (line_open_) fmt::print(stderr, "\r\033[K");
}

void Progress::show(const std::string& line, bool important) {
  const auto now = clock_.now();
  const auto pause = terminal_ ? std::chrono::milliseconds(100) : std::chrono::milliseconds(5000);
  if (!important && now - shown_ < pause) return;
  if (line == last_) return;
  last_ = line;
  shown_ = now;
  if (terminal_)
    fmt::print(stderr, "\r\033[K{}", valid_utf8(line.substr(0, 110)));
  else
    fmt::print(stderr, "{}\n", valid_utf8(line));
  line_open_ = terminal_;
  std::fflush(stderr);
}

void Progress::phase(std::string_view name) {
  phase_start_ = part_start_ = clock_.now();
  executions_ = 0;
  show(fmt::format("[{:5.1f}s] {}", seconds(phase_start_ - start_), name), true);
}

void Progress::step(std::string_view what, std::size_t done, std::size_t total) {
  show(fmt::format("[{:5.1f}s] {} {}/{}", seconds(clock_.now() - start_), what, done, total), false);
}

void Progress::progress(const SearchProgress& progress) {
  const auto now = clock_.now();
  if (progress.executions < executions_) part_start_ = now;  // another frame's search has begun, and counts its own
  executions_ = progress.executions;
  const double elapsed = seconds(now - part_start_);
  show(fmt::format("[{:5.1f}s] search {:.0f}/{:.0f} s, {:.0f} tests/s{}, fitness {:.3f} ({}): {}",
                   seconds(now - start_), seconds(now - phase_start_), seconds(budget_),
                   elapsed > 0 ? static_cast<double>(progress.executions) / elapsed : 0.0, losses(progress.costs),
                   progress.best_fitness, progress.strategy, progress.lacks),
       false);
}

}  // namespace reenact::cli
