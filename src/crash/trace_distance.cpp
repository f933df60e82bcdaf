// How far two traces are apart.
#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "crash/match.h"

namespace reenact {

double phi(double x) { return std::isinf(x) ? 1.0 : x / (x + 1); }

TraceElement trace_element(const Frame& frame) {
  const std::string name = plain_name(frame.function);
  const auto scope = name.rfind("::");
  if (scope == std::string::npos) return {std::string(last_component(frame.file)), name, frame.line};
  return {name.substr(0, scope), name.substr(scope + 2), frame.line};
}

double element_difference(const TraceElement& wanted, const TraceElement& seen) {
  if (wanted.scope != seen.scope) return 3;
  if (wanted.method != seen.method) return 2;
  const double a = wanted.line.value, b = seen.line.value;
  return phi(a > b ? a - b : b - a);
}

double trace_distance(std::span<const TraceElement> wanted, std::span<const TraceElement> seen) {
  double sum = 0;
  for (const TraceElement& element : wanted) {
    double least = 3;
    for (const TraceElement& candidate : seen) least = std::min(least, element_difference(element, candidate));
    sum += least;
  }
  return sum;
}

double prefix_trace_distance(std::span<const TraceElement> wanted, std::span<const TraceElement> seen) {
  const std::size_t common = std::min(wanted.size(), seen.size());
  double sum = static_cast<double>(std::max(wanted.size(), seen.size()) - common);
  for (std::size_t i = 0; i < common; ++i) sum += phi(element_difference(wanted[i], seen[i]));
  return sum;
}

}  // namespace reenact
