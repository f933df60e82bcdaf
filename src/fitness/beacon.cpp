#include "fitness/beacon.h"

#include <fmt/format.h>

#include <algorithm>

namespace reenact {

Beacon::Beacon(CrashDescription description, const ProgramModel& program) : description_(std::move(description)) {
  if (description_.function.empty()) return;
  for (const Function& function : program.functions)
    if (is_function(description_, function.linkage_name)) functions_.push_back(function.id);
  std::ranges::sort(functions_);
}

DescriptionMatch Beacon::compare(const Observation& run) const {
  DescriptionMatch result;
  result.type = is_type(description_, run.kind, run.exception_type);
  result.message = has_message(description_, run.message);
  result.function = description_.function.empty() || std::ranges::any_of(run.trace, [&](const TraceFrame& frame) {
                      return std::ranges::binary_search(functions_, frame.function);
                    });
  return result;
}

double Beacon::score(const Observation& run) const {
  if (run.invalid || !run.raised) return 0;
  const DescriptionMatch match = compare(run);
  return 2.0 * match.type + 1.0 * match.message + 2.0 * match.function;
}

double Beacon::evaluate(const Observation& run) { return kMost - score(run); }

std::string Beacon::explain(const Observation& run) const {
  if (run.invalid || !run.raised) return "nothing raised";
  const DescriptionMatch match = compare(run);
  const std::string seen = run.exception_type.empty() ? std::string(to_string(run.kind))
                                                      : fmt::format("{}: {}", run.exception_type, run.message);
  std::string lacks;
  const auto add = [&](std::string_view what) { lacks += fmt::format("{}{}", lacks.empty() ? "" : " and ", what); };
  if (!match.type) add("the type");
  if (!match.message) add("the message");
  if (!match.function) add(fmt::format("{} on the stack", description_.function));
  return lacks.empty() ? "the crash" : fmt::format("{} raised; missing: {}", seen, lacks);
}

}  // namespace reenact
