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

void RejectingFitness::reject(const Observation& run, const std::string& why) {
  const auto [at, is_first] = rejected_.emplace(signature(run), Rejected{});
  if (!is_first) at->second = {.met = 0, .wanted = at->second.wanted * kGrowth};
  why_ = why;
}

double RejectingFitness::evaluate(const Observation& run) {
  const double value = inner_.evaluate(run);
  if (value > 0 || rejected_.empty()) return value;
  const auto found = rejected_.find(signature(run));
  if (found == rejected_.end()) return value;
  return ++found->second.met > found->second.wanted ? value : kAlmost;
}

std::string RejectingFitness::explain(const Observation& run) const {
  if (!rejected_.empty() && rejected_.contains(signature(run)))
    return "crashes alike under our probes, but not in a clean build: " + why_;
  return inner_.explain(run);
}

}  // namespace reenact
