#include "goal/state_setters.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

#include "program/control_dependence.h"

namespace reenact {
namespace {

std::int64_t signed_value(std::uint64_t bits, std::uint32_t width) {
  if (width == 0 || width >= 64) return static_cast<std::int64_t>(bits);
  const std::uint64_t sign = std::uint64_t{1} << (width - 1);
  return static_cast<std::int64_t>((bits ^ sign) - sign);
}

bool compare(std::string_view predicate, std::uint64_t a, std::uint64_t b, std::uint32_t width) {
  const std::int64_t x = signed_value(a, width), y = signed_value(b, width);
  if (predicate == "eq") return a == b;
  if (predicate == "ne") return a != b;
  if (predicate == "ult") return a < b;
  if (predicate == "ule") return a <= b;
  if (predicate == "ugt") return a > b;
  if (predicate == "uge") return a >= b;
  if (predicate == "slt") return x < y;
  if (predicate == "sle") return x <= y;
  if (predicate == "sgt") return x > y;
  return x >= y;
}

/// Something asked of a field so that a target line runs.
struct Need {
  FieldId field;
  Comparison comparison;
  bool outcome = true;
  auto operator<=>(const Need&) const = default;
};

/// What the branches ask that lead to the frames' lines.
class Needs {
 public:
  explicit Needs(const Goal& goal) : program_(*goal.program) {
    std::set<FunctionId> seen;
    for (const TargetFrame& frame : goal.frames)
      if (seen.insert(frame.function).second) add_frame(frame);
  }

  [[nodiscard]] const std::vector<Need>& all() const { return needs_; }

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

  void add(const Need& need) {
    if (seen_.insert(need).second) needs_.push_back(need);
  }

  const ProgramModel& program_;
  std::vector<Need> needs_;
  std::set<Need> seen_;
};

/// Who calls whom, also through pointers: a graph of functions and of the signatures by which pointers call them.
class Callers {
 public:
  explicit Callers(const ProgramModel& program) : callers_(program.functions.size()) {
    for (const Function& function : program.functions) {
      const std::size_t self = function.id.index();
      if (function.is_address_taken) add(self, node_of(function.signature));
      for (const CallSite& call : function.calls) {
        if (const auto callee = program.find(call.callee)) add(callee->index(), self);
        if (call.callee.empty()) add(node_of(call.signature), self);
      }
    }
  }

  /// By function: does it lead to one of `targets` (or is it one)?
  [[nodiscard]] std::vector<bool> leading_to(const std::vector<FunctionId>& targets) const {
    std::vector<bool> result(callers_.size());
    std::vector<std::size_t> open;
    const auto reach = [&](std::size_t node) {
      if (result[node]) return;
      result[node] = true;
      open.push_back(node);
    };
    for (const FunctionId id : targets) reach(id.index());
    while (!open.empty()) {
      const std::size_t node = open.back();
      open.pop_back();
      for (const std::size_t caller : callers_[node]) reach(caller);
    }
    return result;
  }

 private:
  void add(std::size_t callee, std::size_t caller) { callers_[callee].push_back(caller); }

  /// May make room for a new one: no reference into `callers_` outlives it.
  std::size_t node_of(std::string_view signature) {
    const auto [at, is_new] = signatures_.emplace(signature, callers_.size());
    if (is_new) callers_.emplace_back();
    return at->second;
  }

  std::vector<std::vector<std::size_t>> callers_;  // by function, then by signature
  std::map<std::string_view, std::size_t> signatures_;
};

/// Functions with a store that makes a need true: surely, or perhaps.
struct Writers {
  std::vector<FunctionId> sure, possible;
};

Writers writers_for(const Need& need, const ProgramModel& program) {
  Writers result;
  for (const Function& function : program.functions) {
    Satisfies best = Satisfies::kNever;
    for (const FieldStore& store : function.stores)
      if (store.field == need.field) best = std::max(best, satisfies(store, need.comparison, need.outcome));
    if (best == Satisfies::kAlways) result.sure.push_back(function.id);
    if (best == Satisfies::kMaybe) result.possible.push_back(function.id);
  }
  return result;
}

/// A call that searches draw, and the function behind it.
struct Call {
  CallableId id;
  FunctionId function;
};

std::vector<Call> calls_of(const Goal& goal) {
  std::set<CallableId> ids(goal.unit_calls.begin(), goal.unit_calls.end());
  ids.insert(goal.setup_calls.begin(), goal.setup_calls.end());
  std::vector<Call> result;
  for (const CallableId id : ids)
    if (const auto function = goal.program->find((*goal.api)[id].linkage_name)) result.push_back({id, *function});
  return result;
}

}  // namespace

Satisfies satisfies(const FieldStore& stored, const Comparison& test, bool outcome) {
  if (test.predicate.empty()) return Satisfies::kMaybe;
  const std::uint64_t ones = stored.ones & test.mask, zeros = stored.zeros & test.mask;
  const auto answer = [&](bool holds) { return holds == outcome ? Satisfies::kAlways : Satisfies::kNever; };
  if ((ones | zeros) == test.mask) return answer(compare(test.predicate, ones, test.constant, test.width));
  const bool differs = (ones & ~test.constant) != 0 || (zeros & test.constant) != 0;
  if (differs && test.predicate == "eq") return answer(false);
  if (differs && test.predicate == "ne") return answer(true);
  return Satisfies::kMaybe;
}

std::vector<double> state_setters(const Goal& goal) {
  std::vector<double> result(goal.api->callables.size());
  const Callers callers(*goal.program);
  const std::vector<Call> calls = calls_of(goal);
  for (const Need& need : Needs(goal).all()) {
    const Writers writers = writers_for(need, *goal.program);
    const std::vector<bool> sure = callers.leading_to(writers.sure), possible = callers.leading_to(writers.possible);
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
