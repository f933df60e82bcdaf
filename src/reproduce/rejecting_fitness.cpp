#include "reproduce/rejecting_fitness.h"

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
  rejected_.insert(signature(run));
  why_ = why;
}

double RejectingFitness::evaluate(const Observation& run) {
  const double value = inner_.evaluate(run);
  return value <= 0 && !rejected_.empty() && rejected_.contains(signature(run)) ? kAlmost : value;
}

std::string RejectingFitness::explain(const Observation& run) const {
  if (!rejected_.empty() && rejected_.contains(signature(run)))
    return "crashes alike under our probes, but not in a clean build: " + why_;
  return inner_.explain(run);
}

}  // namespace reenact
