#include "fitness/decider_distance.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "crash/match.h"

namespace reenact {
namespace {

constexpr double kLeast = 1e-6;  // the branch was not taken: it is not reached, however near
constexpr int kDeepest = 8;      // questions inside one another

/// Below 1. Of large numbers phi alone leaves differences that a double does not hold once they are nested.
double squeezed(double distance) { return phi(std::log2(1 + distance)); }

}  // namespace

DeciderDistance::DeciderDistance(const Deciders& deciders, const ProgramModel& program) : deciders_(deciders) {
  for (const Question& question : deciders.questions) {
    std::vector<Way>& ways = ways_.emplace_back();
    for (const Answer& answer : question.answers) ways.push_back(way_of(answer, program));
  }
}

DeciderDistance::Way DeciderDistance::way_of(const Answer& answer, const ProgramModel& program) const {
  Way way{&answer, LineDistance(program[answer.function], answer.places.blocks, answer.places.edges), {}};
  for (const Answer& call : answer.calls) way.calls.push_back(way_of(call, program));
  return way;
}

double DeciderDistance::operator()(const Observation& run, const FunctionCoverage& row, std::uint32_t edge) const {
  return branch({run}, row, edge);
}

double DeciderDistance::branch(Run run, const FunctionCoverage& row, std::uint32_t edge) const {
  const double recorded = std::max(0.0, static_cast<double>(row.edges[edge]));
  if (recorded == 0 || run.depth > kDeepest) return recorded;
  const auto asks = deciders_.of_branch.find({row.function, edge});
  return asks == deciders_.of_branch.end() ? recorded : question(run, asks->second, recorded);
}

double DeciderDistance::question(Run run, std::size_t index, double asking) const {
  if (ways_[index].empty() || run.depth > kDeepest) return asking;
  ++run.depth;
  const Question& question = deciders_.questions[index];
  const bool is_made = question.made == 0 || (run.run.context & question.made) != 0;
  double least = std::numeric_limits<double>::infinity();
  for (const Way& each : ways_[index])
    least = std::min(least, is_made ? way(run, each, asking, question.is_state) : 1 + each.distance.unreached());
  return std::max(least, kLeast);
}

double DeciderDistance::way(Run run, const Way& way, double asking, bool is_state) const {
  const double away = to_places(run, way);
  return away > 0 ? 1 + away : rest(run, way, asking, is_state);
}

double DeciderDistance::to_places(Run run, const Way& way) const {
  const FunctionCoverage* row = coverage_of(run.run, way.answer->function);
  const double unreached = way.distance.unreached();
  if (row == nullptr) return unreached;
  const double away = way.distance(*row, [&](std::uint32_t edge) { return branch(run, *row, edge); });
  if (away < unreached) return away;
  double least = 1;
  for (const Way& call : way.calls) least = std::min(least, phi(to_places(run, call)));
  return unreached + least;
}

double DeciderDistance::rest(Run run, const Way& way, double asking, bool is_state) const {
  const Answer& answer = *way.answer;
  const FunctionCoverage* row = coverage_of(run.run, answer.function);
  switch (answer.rest) {
    case Answer::Rest::kTruth:
      // The subject can write there: what is no distance counts as one of 0.
      return squeezed(row == nullptr ? asking : std::max(0.0, static_cast<double>(row->truths[answer.truth])));
    case Answer::Rest::kQuestion:
      return phi(question(run, answer.question, asking));
    case Answer::Rest::kBranch:
      return squeezed(asking);
    default:
      return is_state ? 0.5 : 0;
  }
}

}  // namespace reenact
