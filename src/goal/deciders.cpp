#include "goal/deciders.h"

#include <algorithm>
#include <deque>
#include <optional>
#include <set>
#include <tuple>

#include "goal/goal.h"
#include "program/field_flow.h"

namespace reenact {
namespace {

/// What a branch, or a value made of another, asks.
struct Asked {
  Comparison comparison;
  bool outcome = true;
  auto operator<=>(const Asked&) const = default;
};

/// The branches on which the places depend, the nearest first; of each the edge that leads there.
std::vector<Edge> decisions_before(const Function& function, const Places& places) {
  const auto dependence = control_dependence(function);
  std::vector<Edge> result = places.edges;
  std::vector<BlockId> open = places.blocks;
  for (const Edge& edge : places.edges) open.push_back(edge.block);
  std::set<BlockId> seen(open.begin(), open.end());
  for (std::size_t i = 0; i < open.size(); ++i)
    for (const Edge& edge : dependence[open[i].index()]) {
      result.push_back(edge);
      if (seen.insert(edge.block).second) open.push_back(edge.block);
    }
  return result;
}

/// Line of the call of `callee` whose result is tested in `block`: in the block itself, or the only one there is; 0: several.
Line line_of_call(const Function& caller, std::string_view callee, BlockId block) {
  std::set<Line> lines;
  for (const CallSite& call : caller.calls) {
    if (call.callee != callee) continue;
    if (call.block == block) return call.line;
    lines.insert(call.line);
  }
  return lines.size() == 1 ? *lines.begin() : Line(0u);
}

class Finder {
 public:
  Finder(const Goal& goal, const CallGraph& graph, const DeciderLimits& limits)
      : goal_(goal), program_(*goal.program), graph_(graph), limits_(limits) {}

  Deciders find() {
    frames_ = std::min<std::size_t>(goal_.target.index() + 1, kMostPositions);
    for (const TargetFrame& frame : goal_.frames) of_goal_.insert(frame.function);
    for (std::size_t i = frames_; i-- > 0;)
      open_.push_back({goal_.frames[i].function, {goal_.frames[i].blocks, {}}, static_cast<std::uint32_t>(i), 0});
    for (; !open_.empty(); open_.pop_front()) ask_branches(Task(open_.front()));
    return std::move(found_);
  }

 private:
  static constexpr std::size_t kMostPositions = 32;  // bits of Observation::context
  using Position = std::optional<std::uint32_t>;     // of the activation that asks; none: any activation

  /// Branches before places in a function, to be asked about.
  struct Task {
    FunctionId function;
    Places places;
    Position position;
    std::size_t depth;  // of the function
  };

  void ask_branches(const Task& task) {
    const Function& function = program_[task.function];
    for (const Edge& edge : decisions_before(function, task.places)) {
      const auto question = question_of(function, edge, task);
      if (question)
        found_.of_branch.emplace(
            std::pair(task.function, function.blocks[edge.block.index()].first_edge + edge.successor), *question);
    }
  }

  std::optional<std::size_t> question_of(const Function& function, const Edge& edge, const Task& task) {
    const bool outcome = edge.successor == 0;
    for (const ResultTest& test : function.result_tests)
      if (test.block == edge.block && !test.comparison.predicate.empty())
        return of_result(function, test.callee, edge.block, {test.comparison, outcome}, task.position, task.depth);
    for (const FieldTest& test : function.tests)
      if (test.block == edge.block && !test.comparison.predicate.empty())
        return of_field(test.field, {test.comparison, outcome}, task.depth);
    return std::nullopt;
  }

  /// `block` of `caller` tests the result of its call of `name`.
  std::optional<std::size_t> of_result(const Function& caller, const std::string& name, BlockId block,
                                       const Asked& asked, Position position, std::size_t depth) {
    const auto callee = program_.find(name);
    if (!callee || of_goal_.contains(*callee) || depth == limits_.depth || !says_something(program_[*callee]))
      return std::nullopt;
    Position inner;
    bool is_new = false;
    if (position) {
      std::tie(inner, is_new) = call_position(*callee, *position, line_of_call(caller, name, block));
      if (!inner) return std::nullopt;
    } else if (!observe_anywhere(*callee)) {
      return std::nullopt;
    }
    const auto [at, is_first] = of_results_.try_emplace({*callee, asked}, found_.questions.size());
    const std::size_t index = at->second;
    if (is_first) found_.questions.emplace_back();
    if (inner) found_.questions[index].made |= 1u << *inner;
    if (!is_first && !is_new) return index;
    std::vector<Answer> answers;
    for (const Produced& value : program_[*callee].results)
      add_answer(answers, *callee, value, asked, inner, depth + 1);
    open(answers, inner, depth + 1);
    if (is_first) found_.questions[index].answers = std::move(answers);
    return index;
  }

  std::optional<std::size_t> of_field(FieldId field, const Asked& asked, std::size_t depth) {
    if (depth == limits_.depth) return std::nullopt;
    const auto [at, is_first] = of_fields_.try_emplace({field, asked}, found_.questions.size());
    if (!is_first) return at->second;
    const std::size_t index = at->second;
    found_.questions.push_back({.is_state = true, .made = 0, .answers = {}});
    std::vector<Answer> sure, possible;
    for (const FunctionId writer : writers_of(field, asked)) {
      if (!observe_anywhere(writer)) continue;
      for (const FieldStore& store : program_[writer].stores)
        if (store.field == field) {
          const bool may_be = may_be_wanted(store.value, asked);
          if (may_be)
            add_answer(is_vague(store.value, asked) ? possible : sure, writer, store.value, asked, {}, depth + 1);
        }
    }
    std::vector<Answer>& answers = sure.empty() ? possible : sure;
    for (Answer& answer : answers) answer.calls = calls_of(answer.function);
    open(answers, {}, depth + 1);
    found_.questions[index].answers = std::move(answers);
    return index;
  }

  /// All functions that store what is asked; none if they are too many.
  [[nodiscard]] std::vector<FunctionId> writers_of(FieldId field, const Asked& asked) const {
    const FieldWriters writers = writers_for({field, asked.comparison, asked.outcome}, program_);
    std::vector<FunctionId> result = writers.sure;
    result.insert(result.end(), writers.possible.begin(), writers.possible.end());
    if (result.size() > limits_.writers && !writers.sure.empty()) result = writers.sure;
    if (result.size() > limits_.writers) result.clear();
    return result;
  }

  [[nodiscard]] static bool may_be_wanted(const Produced& value, const Asked& asked) {
    return satisfies(value, asked.comparison, asked.outcome) != Satisfies::kNever;
  }

  /// Nothing but running it tells whether the value is as asked.
  [[nodiscard]] static bool is_vague(const Produced& value, const Asked& asked) {
    return !value.truth && value.callee.empty() && !value.field &&
           satisfies(value, asked.comparison, asked.outcome) == Satisfies::kMaybe;
  }

  /// Would looking into it tell more than its result does?
  [[nodiscard]] static bool says_something(const Function& function) {
    return function.results.size() > 1 ||
           (function.results.size() == 1 &&
            (function.results[0].truth || !function.results[0].callee.empty() || function.results[0].field));
  }

  /// Adds that `value` may be what is asked, to the answer that lacks the same, if there is one.
  void add_answer(std::vector<Answer>& answers, FunctionId id, const Produced& value, const Asked& asked,
                  Position position, std::size_t depth) {
    if (!may_be_wanted(value, asked)) return;
    Answer made{.function = id, .places = {}};
    if (!finish(made, value, asked, position, depth)) return;
    auto same = std::ranges::find_if(answers, [&](const Answer& each) {
      return each.function == id && each.rest == made.rest && each.truth == made.truth &&
             each.question == made.question;
    });
    if (same == answers.end()) same = answers.insert(answers.end(), made);
    if (value.successor)
      same->places.edges.push_back({value.block, *value.successor});
    else
      same->places.blocks.push_back(value.block);
  }

  /// What is lacking at the place of `value`. False: it can never be what is asked.
  bool finish(Answer& answer, const Produced& value, const Asked& asked, Position position, std::size_t depth) {
    if (satisfies(value, asked.comparison, asked.outcome) == Satisfies::kAlways) return true;
    const bool is_truth = value.truth || !value.comparison.predicate.empty();
    bool wanted = asked.outcome;
    if (is_truth) {
      const auto fits = [&](bool truth) {
        const Produced number{.ones = truth ? 1u : 0u, .zeros = truth ? ~std::uint64_t{1} : ~std::uint64_t{0}};
        return satisfies(number, asked.comparison, asked.outcome) != Satisfies::kNever;
      };
      if (fits(true) == fits(false)) return fits(true);
      wanted = fits(true);
    }
    const Asked inner = value.comparison.predicate.empty() ? asked : Asked{value.comparison, wanted};
    std::optional<std::size_t> question;
    if (!value.callee.empty())
      question = of_result(program_[answer.function], value.callee, value.block, inner, position, depth);
    else if (value.field)
      question = of_field(*value.field, inner, depth);
    if (question) {
      answer.rest = Answer::Rest::kQuestion;
      answer.question = *question;
    } else if (value.truth) {
      answer.rest = Answer::Rest::kTruth;
      answer.truth = *value.truth - program_[answer.function].edge_count + (wanted ? 0 : 1);
    } else {
      answer.rest = Answer::Rest::kBranch;
    }
    return true;
  }

  /// Where direct callers call `callee`.
  std::vector<Answer> calls_of(FunctionId callee) {
    constexpr std::size_t kMostCallers = 3;
    std::vector<Answer> result;
    for (const FunctionId caller : graph_.callers_of(std::span(&callee, 1), CallKinds::kDirect)) {
      if (result.size() == kMostCallers) break;
      if (caller == callee || !observe_anywhere(caller)) continue;
      Answer call{.function = caller, .places = {}};
      for (const CallSite& site : program_[caller].calls)
        if (program_.find(site.callee) == callee) call.places.blocks.push_back(site.block);
      result.push_back(std::move(call));
    }
    return result;
  }

  void open(const std::vector<Answer>& answers, Position position, std::size_t depth) {
    for (const Answer& answer : answers) {
      open_.push_back({answer.function, answer.places, position, depth});
      open(answer.calls, position, depth);
    }
  }

  /// The position of calls of `callee` from there. Second: it is a new one. None: there is no room.
  std::pair<Position, bool> call_position(FunctionId callee, std::uint32_t caller, Line line) {
    for (std::size_t i = 0; i < found_.asked.size(); ++i) {
      AskedCall& each = found_.asked[i];
      if (each.callee != callee || each.caller != caller) continue;
      if (each.line != line) each.line = Line(0u);
      return {static_cast<std::uint32_t>(frames_ + i), false};
    }
    if (frames_ + found_.asked.size() == kMostPositions || anywhere_.contains(callee) || !observe(callee)) return {};
    found_.asked.push_back({callee, caller, line});
    return {static_cast<std::uint32_t>(frames_ + found_.asked.size() - 1), true};
  }

  /// Has all activations of it observed, if that is possible.
  bool observe_anywhere(FunctionId function) {
    if (of_goal_.contains(function)) return true;
    if (std::ranges::find(found_.asked, function, &AskedCall::callee) != found_.asked.end()) return false;
    if (!observe(function)) return false;
    anywhere_.insert(function);
    return true;
  }

  bool observe(FunctionId id) {
    if (std::ranges::find(found_.functions, id) != found_.functions.end()) return true;
    const Function& function = program_[id];
    const std::size_t bytes = function.blocks.size() + (function.edge_count + function.truth_count) * sizeof(float);
    if (function.blocks.size() > limits_.blocks || bytes_ + bytes > limits_.bytes ||
        found_.functions.size() == limits_.functions)
      return false;
    bytes_ += bytes;
    found_.functions.push_back(id);
    return true;
  }

  const Goal& goal_;
  const ProgramModel& program_;
  const CallGraph& graph_;
  const DeciderLimits limits_;
  Deciders found_;
  std::size_t frames_ = 0;
  std::size_t bytes_ = 0;
  std::set<FunctionId> of_goal_, anywhere_;
  std::map<std::pair<FunctionId, Asked>, std::size_t> of_results_;
  std::map<std::pair<FieldId, Asked>, std::size_t> of_fields_;
  std::deque<Task> open_;
};

}  // namespace

Deciders find_deciders(const Goal& goal, const CallGraph& graph, const DeciderLimits& limits) {
  return Finder(goal, graph, limits).find();
}

}  // namespace reenact
