#include "strategy/guided/state_setters.h"

#include <algorithm>
#include <set>

#include "program/control_dependence.h"
#include "program/field_flow.h"

namespace reenact {
namespace {

/// What the branches ask that lead to the frames' lines.
class Needs {
 public:
  explicit Needs(const Goal& goal) : program_(*goal.program) {
    std::set<FunctionId> seen;
    for (const TargetFrame& frame : goal.frames)
      if (seen.insert(frame.function).second) add_frame(frame);
  }

  [[nodiscard]] const std::vector<FieldNeed>& all() const { return needs_; }

 private:
  /// Breadth first from the lines outwards: of a branch either of whose outcomes leads there, as in a loop, the nearer.
  void add_frame(const TargetFrame& frame) {
    const Function& function = program_[frame.function];
    const auto dependences = control_dependence(function);
    std::vector<BlockId> open = frame.blocks;
    std::set<BlockId> seen(open.begin(), open.end()), decided;
    for (std::size_t i = 0; i < open.size(); ++i)
      for (const Edge& edge : dependences[open[i].index()]) {
        if (decided.insert(edge.block).second) add_branch(function, edge);
        if (seen.insert(edge.block).second) open.push_back(edge.block);
      }
  }

  void add_branch(const Function& function, const Edge& edge) {
    const bool outcome = edge.successor == 0;
    for (const FieldTest& test : function.tests)
      if (test.block == edge.block) add({test.field, test.comparison, outcome});
    for (const ResultTest& test : function.result_tests) {
      const auto callee = test.block == edge.block ? program_.find(test.callee) : std::nullopt;
      if (!callee) continue;
      if (const auto field = program_[*callee].accessor)
        add({*field, test.comparison, outcome});
      else
        for (const FieldId read : program_[*callee].reads) add({read, {}, true});
    }
  }

  void add(const FieldNeed& need) {
    if (seen_.insert(need).second) needs_.push_back(need);
  }

  const ProgramModel& program_;
  std::vector<FieldNeed> needs_;
  std::set<FieldNeed> seen_;
};

/// A call that searches draw, and the function behind it.
struct Call {
  CallableId id;
  FunctionId function;
};

std::vector<Call> functions_of(const GoalCalls& calls, const ApiModel& api, const ProgramModel& program) {
  std::set<CallableId> ids(calls.unit.begin(), calls.unit.end());
  ids.insert(calls.setup.begin(), calls.setup.end());
  ids.insert(calls.arguments.begin(), calls.arguments.end());
  std::vector<Call> result;
  for (const CallableId id : ids)
    if (const auto function = program.find(api[id].linkage_name)) result.push_back({id, *function});
  return result;
}

}  // namespace

std::vector<double> state_setters(const Goal& goal, const GoalCalls& of_goal, const ApiModel& api,
                                  const CallGraph& graph) {
  std::vector<double> result(api.callables.size());
  const std::vector<Call> calls = functions_of(of_goal, api, *goal.program);
  for (const FieldNeed& need : Needs(goal).all()) {
    const FieldWriters writers = writers_for(need, *goal.program);
    const std::vector<bool> sure = graph.leading_to(writers.sure), possible = graph.leading_to(writers.possible);
    const bool any_sure = std::ranges::any_of(calls, [&](const Call& call) { return sure[call.function.index()]; });
    const std::vector<bool>& setting = any_sure ? sure : possible;
    const auto count = std::ranges::count_if(calls, [&](const Call& call) { return setting[call.function.index()]; });
    constexpr double kVague = 0.25;  // a need of which only the field is known
    const double importance = need.comparison.predicate.empty() ? kVague : 1;
    // A state that most calls set is hardly what is missing: all of them together are worth 1 / count.
    for (const Call& call : calls)
      if (setting[call.function.index()])
        result[call.id.index()] += importance / (static_cast<double>(count) * static_cast<double>(count));
  }
  return result;
}

}  // namespace reenact
