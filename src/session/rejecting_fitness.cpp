#include "session/rejecting_fitness.h"

#include <fmt/format.h>

namespace reenact {
namespace {

std::string signature(const Observation& run) {
  std::string result =
      fmt::format("{} {} {} {}", static_cast<int>(run.kind), run.signal, run.exception_type, run.message);
  for (const TraceFrame& frame : run.trace) result += fmt::format(" {}:{}", frame.function.value, frame.line.value);
  return result;
}

}  // namespace

void Rejections::reject(const Observation& run, const std::string& why) {
  const std::lock_guard lock(mutex_);
  const auto [at, is_first] = rejected_.emplace(signature(run), Rejected{});
  if (!is_first) at->second = {.met = 0, .wanted = at->second.wanted * kGrowth};
  why_ = why;
}

bool Rejections::holds_back(const Observation& run) {
  const std::lock_guard lock(mutex_);
  if (rejected_.empty()) return false;
  const auto found = rejected_.find(signature(run));
  return found != rejected_.end() && ++found->second.met <= found->second.wanted;
}

std::string Rejections::why(const Observation& run) const {
  const std::lock_guard lock(mutex_);
  return !rejected_.empty() && rejected_.contains(signature(run)) ? why_ : "";
}

double RejectingFitness::evaluate(const Observation& run) {
  const double value = inner_.evaluate(run);
  return value <= 0 && rejections_.holds_back(run) ? kAlmost : value;
}

std::string RejectingFitness::explain(const Observation& run) const {
  const std::string why = rejections_.why(run);
  return why.empty() ? inner_.explain(run) : "crashes alike under our probes, but not in a clean build: " + why;
}

}  // namespace reenact
