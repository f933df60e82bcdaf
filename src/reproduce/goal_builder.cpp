#include "reproduce/goal_builder.h"

#include <fmt/format.h>
#include <llvm/Demangle/Demangle.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <memory>
#include <set>
#include <utility>

#include "crash/match.h"
#include "reproduce/state_setters.h"

namespace reenact {
namespace {

std::string_view last_component(std::string_view path) {
  const auto slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t k = 0; k <= b.size(); ++k) row[k] = k;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i);
    for (std::size_t k = 1; k <= b.size(); ++k) {
      const std::size_t above = row[k];
      row[k] = std::min({above + 1, row[k - 1] + 1, diagonal + (a[i - 1] == b[k - 1] ? 0 : 1)});
      diagonal = above;
    }
  }
  return row[b.size()];
}

/// Blocks with code at the line. Between a function's name and its first statement lies its head: a stack overflow is
/// told at the opening brace.
std::vector<BlockId> blocks_at(const Function& function, Line line) {
  std::vector<BlockId> result;
  Line first_code = function.last_line;
  for (std::size_t i = 0; i < function.blocks.size(); ++i) {
    for (const Line each : function.blocks[i].lines) first_code = std::min(first_code, each);
    if (std::ranges::find(function.blocks[i].lines, line) != function.blocks[i].lines.end()) result.emplace_back(i);
  }
  if (result.empty() && line >= function.first_line && line <= first_code && !function.blocks.empty())
    result.emplace_back(0u);
  return result;
}

/// Of the blocks on the line, those the frame was in: the failing one of an assertion or throw (innermost frame), or
/// those with the call of the next frame's function. `assert(x)` is a condition and a failure on one line.
std::vector<BlockId> narrowed(const Function& function, const std::vector<BlockId>& blocks, Line line,
                              const Function* callee, bool fails_explicitly) {
  std::vector<BlockId> result;
  for (const BlockId block : blocks) {
    bool keep = false;
    if (callee == nullptr)
      keep = fails_explicitly && function.blocks[block.index()].throws_or_aborts;
    else
      for (const CallSite& call : function.calls)
        keep = keep || (call.block == block && call.line == line && call.callee == callee->linkage_name);
    if (keep) result.push_back(block);
  }
  return result.empty() ? blocks : result;
}

/// How much of two spellings of a function is the same, from both ends: of the many instantiations of one template, all
/// with the same lines, the report means one.
long likeness(const std::string& a, const std::string& b) {
  const auto letters = [](const std::string& text) {
    std::string result;
    for (const char c : text)
      if (c != ' ') result += c;
    return result;
  };
  const std::string x = letters(a), y = letters(b);
  const std::size_t shorter = std::min(x.size(), y.size());
  std::size_t front = 0, back = 0;
  while (front < shorter && x[front] == y[front]) ++front;
  while (back < shorter - front && x[x.size() - 1 - back] == y[y.size() - 1 - back]) ++back;
  return static_cast<long>(2 * (front + back)) - static_cast<long>(x.size()) - static_cast<long>(y.size());
}

/// "ns::f<int>": without the result and the parameters that a demangled template instantiation has and gdb leaves out.
std::string qualified_name(const Function& function) {
  llvm::ItaniumPartialDemangler demangler;
  if (demangler.partialDemangle(function.linkage_name.c_str()) || !demangler.isFunction()) return function.name;
  std::size_t size = 0;
  const std::unique_ptr<char, decltype(&std::free)> name(demangler.getFunctionName(nullptr, &size), std::free);
  return name == nullptr ? function.name : name.get();
}

long likeness(const Function& function, const std::string& reported) {
  return std::max(likeness(function.name, reported), likeness(qualified_name(function), reported));
}

class FrameFinder {
 public:
  FrameFinder(const CrashReport& report, const ProgramModel& program) : report_(report), program_(program) {
    for (const Function& function : program.functions) names_.emplace_back(plain_name(function.linkage_name));
  }

  Expected<GoalFrames> find() {
    GoalFrames result;
    std::string first_problem;
    std::vector<FrameIndex> wanted = report_.subject_frames();
    // What called the subject is no part of the crash; but one frame at least must be told of, if all are like that.
    for (; wanted.size() > 1 && is_of_the_program(report_.frames[wanted.back().index()]); wanted.pop_back())
      result.of_the_program.push_back(wanted.back());
    for (const FrameIndex index : wanted) {
      const Frame& frame = report_.frames[index.index()];
      std::string problem;
      if (auto found = find(frame, problem)) {
        result.frames.push_back(std::move(*found));
        continue;
      }
      if (first_problem.empty()) first_problem = problem;
      // Only a closed run of frames can be compared: what lies outside of a gap is left out.
      result.notes.push_back(problem);
      if (!result.frames.empty()) break;
      return usage_error(problem);
    }
    if (result.frames.empty()) return usage_error(first_problem);
    narrow(result.frames);
    return result;
  }

 private:
  /// Neither a function nor a file of the subject. A frame without a file may just be spelled differently.
  [[nodiscard]] bool is_of_the_program(const Frame& frame) const {
    if (frame.file.empty()) return false;
    const std::string wanted = plain_name(frame.function);
    for (std::size_t i = 0; i < names_.size(); ++i)
      if (last_component(frame.file) == last_component(program_.functions[i].file) ||
          same_function(Frame{.function = names_[i]}, Frame{.function = wanted}))
        return false;
    return true;
  }

  std::optional<TargetFrame> find(const Frame& frame, std::string& problem) const {
    const std::string wanted = plain_name(frame.function);
    const Function* other_line = nullptr;
    const Function* best = nullptr;
    for (std::size_t i = 0; i < names_.size(); ++i) {
      const Function& function = program_.functions[i];
      Frame written;
      written.function = names_[i];
      if (!same_function(written, Frame{.function = wanted})) continue;
      if (!frame.file.empty() && last_component(frame.file) != last_component(function.file)) continue;
      if (frame.line.value != 0 && blocks_at(function, frame.line).empty()) {
        if (other_line == nullptr) other_line = &function;
      } else if (best == nullptr || likeness(function, frame.function) > likeness(*best, frame.function)) {
        best = &function;
      }
    }
    if (best != nullptr && frame.line.value == 0) return TargetFrame{best->id, Line(0u), {BlockId(0u)}};
    if (best != nullptr) return TargetFrame{best->id, frame.line, blocks_at(*best, frame.line)};
    if (other_line != nullptr) {
      problem = fmt::format(
          "the report fits another version: {} is at {}:{}-{} here, without code at line {}\n  next step: give the "
          "sources the report was made with",
          wanted, other_line->file, other_line->first_line.value, other_line->last_line.value, frame.line.value);
      return std::nullopt;
    }
    problem = fmt::format("the subject has no function {}{}", wanted, nearest_functions(program_, wanted));
    return std::nullopt;
  }

  void narrow(std::vector<TargetFrame>& frames) const {
    const bool explicitly = report_.kind == CrashKind::kAssertion || report_.kind == CrashKind::kCppException ||
                            report_.kind == CrashKind::kAbort;
    for (std::size_t i = 0; i < frames.size(); ++i) {
      const Function* callee = i == 0 ? nullptr : &program_[frames[i - 1].function];
      frames[i].blocks = narrowed(program_[frames[i].function], frames[i].blocks, frames[i].line, callee, explicitly);
    }
  }

  const CrashReport& report_;
  const ProgramModel& program_;
  std::vector<std::string> names_;
};

/// Who calls whom, by linkage name; virtual and indirect calls are not in it.
std::multimap<std::string_view, FunctionId> callers_of(const ProgramModel& program) {
  std::multimap<std::string_view, FunctionId> result;
  for (const Function& function : program.functions) {
    std::set<std::string_view> seen;
    for (const CallSite& call : function.calls)
      if (!call.callee.empty() && seen.insert(call.callee).second) result.emplace(call.callee, function.id);
  }
  return result;
}

/// C1 and C2, D0 to D2 are one constructor or destructor in two clothes.
std::string one_variant(std::string name) {
  for (const char* from : {"C1E", "C3E"})
    if (const auto at = name.find(from); at != std::string::npos) name.replace(at, 3, "C2E");
  return name;
}

class CallFinder {
 public:
  CallFinder(Goal& goal) : goal_(goal), callers_(callers_of(*goal.program)) {
    for (const Callable& callable : goal.api->callables)
      if (callable.usable && !callable.linkage_name.empty())
        by_name_.emplace(one_variant(callable.linkage_name), callable.id);
    for (const Callable& callable : goal.api->callables)
      if (callable.usable && !callable.linkage_name.empty())
        by_plain_.emplace(plain_name(callable.linkage_name), callable.id);
  }

  void find() {
    // The frames from the target outwards first: they are known to reach it.
    for (std::size_t i = goal_.target.index(); i < goal_.frames.size() && goal_.crash_calls.empty(); ++i)
      add_calls_of((*goal_.program)[goal_.frames[i].function]);
    if (goal_.crash_calls.empty()) reach_through_callers();
    for (const CallableId id : goal_.crash_calls) units_.insert((*goal_.api)[id].owner);
    for (const Callable& callable : goal_.api->callables)
      if (callable.usable && units_.contains(callable.owner)) goal_.unit_calls.push_back(callable.id);
    add_shaping_calls();
    favour_reported_calls();
  }

 private:
  /// What the report's other stacks name ("freed by", "allocated by") belongs to the crash: a third of the draws.
  void favour_reported_calls() {
    std::vector<CallableId> reported;
    for (const std::string& name : goal_.report->also_called) {
      const auto [first, last] = by_plain_.equal_range(plain_name(name));
      for (auto it = first; it != last; ++it) reported.push_back(it->second);
    }
    if (reported.empty()) return;
    const std::size_t share = std::max<std::size_t>(1, goal_.unit_calls.size() / 2 / reported.size());
    for (std::size_t i = 0; i < share; ++i)
      goal_.unit_calls.insert(goal_.unit_calls.end(), reported.begin(), reported.end());
  }

  bool add_calls_of(const Function& function) {
    const std::size_t before = goal_.crash_calls.size();
    const auto add = [&](CallableId id) {
      if (std::ranges::find(goal_.crash_calls, id) == goal_.crash_calls.end()) goal_.crash_calls.push_back(id);
    };
    const auto [first, last] = by_name_.equal_range(one_variant(function.linkage_name));
    for (auto it = first; it != last; ++it) add(it->second);
    if (goal_.crash_calls.size() == before) {
      // Instantiations may differ in how template arguments are spelled; the plain names agree.
      const auto [from, to] = by_plain_.equal_range(plain_name(function.linkage_name));
      for (auto it = from; it != to; ++it) add(it->second);
    }
    return goal_.crash_calls.size() > before;
  }

  /// Breadth-first over callers: the level at which the first public functions turn up, and the one behind it.
  void reach_through_callers() {
    std::set<FunctionId> seen;
    std::vector<FunctionId> frontier{goal_.frames[goal_.target.index()].function};
    int levels_left = -1;
    for (int level = 0; level < 24 && !frontier.empty() && levels_left != 0; ++level) {
      std::vector<FunctionId> next;
      for (const FunctionId id : frontier) {
        const auto [first, last] = callers_.equal_range((*goal_.program)[id].linkage_name);
        for (auto it = first; it != last; ++it)
          if (seen.insert(it->second).second) next.push_back(it->second);
      }
      bool any = false;
      for (const FunctionId id : next) any = add_calls_of((*goal_.program)[id]) || any;
      if (levels_left > 0)
        --levels_left;
      else if (any)
        levels_left = 1;
      frontier = std::move(next);
    }
    if (goal_.crash_calls.empty()) fall_back_to_the_file();
  }

  /// Reached only through pointers: what is public in the target's file may lead there, if it calls through pointers of
  /// the target's type or if nothing there does.
  void fall_back_to_the_file() {
    const Function& target = (*goal_.program)[goal_.frames[goal_.target.index()].function];
    const std::string& file = target.file;
    for (const Function& function : goal_.program->functions)
      if (function.file == file && std::ranges::any_of(function.calls, [&](const CallSite& each) {
            return each.callee.empty() && each.signature == target.signature;
          }))
        (void)add_calls_of(function);
    if (goal_.crash_calls.empty())
      for (const Function& function : goal_.program->functions)
        if (function.file == file) (void)add_calls_of(function);
    if (!goal_.crash_calls.empty()) return;
    for (const Callable& callable : goal_.api->callables)
      if (callable.usable && (callable.kind == CallableKind::kMethod || callable.kind == CallableKind::kFunction ||
                              callable.kind == CallableKind::kOperator || callable.kind == CallableKind::kStaticMethod))
        goal_.crash_calls.push_back(callable.id);
  }

  static bool holds_state(const Type& type) {
    return type.kind == TypeKind::kObject || type.kind == TypeKind::kPointer;
  }

  void add_types_of(const Callable& callable, std::set<TypeId>& types) const {
    for (const Parameter& parameter : callable.parameters)
      for (const Source& source : parameter.sources)
        if (source.cast == kNoCast && holds_state((*goal_.api)[source.type])) types.insert(source.type);
  }

  /// Calls whose object is of one of `types` and that may change it, but for those in `known`.
  std::vector<CallableId> shapers_of(const std::set<TypeId>& types, std::set<CallableId>& known) const {
    std::vector<CallableId> result;
    for (const Callable& callable : goal_.api->callables) {
      if (!callable.usable || callable.parameters.empty() || known.contains(callable.id)) continue;
      if (!callable.mutates_object && callable.kind != CallableKind::kFunction &&
          callable.kind != CallableKind::kFieldWrite)
        continue;
      const bool shapes = std::ranges::any_of(callable.parameters.front().sources,
                                              [&](const Source& source) { return types.contains(source.type); });
      if (shapes && known.insert(callable.id).second) result.push_back(callable.id);
    }
    return result;
  }

  /// What can be done with the objects the crash calls take: their methods and fields shape the state. And with the
  /// objects these come from: the document of an element.
  void add_shaping_calls() {
    std::set<CallableId> known(goal_.unit_calls.begin(), goal_.unit_calls.end());
    std::set<TypeId> types;
    for (const CallableId id : goal_.crash_calls) add_types_of((*goal_.api)[id], types);
    for (const CallableId id : shapers_of(types, known)) goal_.unit_calls.push_back(id);
    constexpr int kSteps = 2;  // element <- document <- what makes documents
    for (int step = 0; step < kSteps; ++step) {
      std::set<TypeId> wider;
      for (const TypeId type : types)
        for (const CallableId producer : goal_.api->producers[type.index()])
          add_types_of((*goal_.api)[producer], wider);
      types.insert(wider.begin(), wider.end());
    }
    goal_.setup_calls = shapers_of(types, known);
  }

  Goal& goal_;
  std::multimap<std::string_view, FunctionId> callers_;
  std::multimap<std::string, CallableId> by_name_, by_plain_;
  std::set<std::string> units_;
};

}  // namespace

std::string nearest_functions(const ProgramModel& program, const std::string& wanted) {
  std::vector<std::pair<std::size_t, std::string>> ranked;
  std::set<std::string> seen;
  for (const Function& function : program.functions) {
    const std::string name = plain_name(function.linkage_name);
    if (name.size() < 200 && seen.insert(name).second) ranked.emplace_back(edit_distance(wanted, name), name);
  }
  std::ranges::sort(ranked);
  std::string result = ranked.empty() ? "" : "\n  nearest names:";
  for (std::size_t i = 0; i < ranked.size() && i < 3; ++i) result += (i == 0 ? " " : ", ") + ranked[i].second;
  return result + "\n  next step: is this the right project, and are its sources in the compilation database?";
}

Expected<GoalFrames> find_frames(const CrashReport& report, const ProgramModel& program) {
  return FrameFinder(report, program).find();
}

Goal make_goal(const CrashReport& report, const ProgramModel& program, const ApiModel& api,
               std::vector<TargetFrame> frames, FrameIndex target) {
  Goal goal;
  goal.report = &report;
  goal.program = &program;
  goal.api = &api;
  goal.frames = std::move(frames);
  goal.target = target;
  CallFinder(goal).find();
  goal.setters = state_setters(goal);
  if (getenv("REENACT_SETTERS")) { std::vector<std::pair<double,std::string>> v; for (auto&c:goal.api->callables) if (goal.setters[c.id.index()]>0) v.emplace_back(goal.setters[c.id.index()], c.linkage_name); std::ranges::sort(v); std::ranges::reverse(v); for (auto&[w,n]:v) fmt::print(stderr,"{:.4f} {}\n",w,n.substr(0,150)); }
  return goal;
}

namespace {

/// What a virtual call or one through a pointer may lead to: by signature, which is all that LLVM keeps of types.
class IndirectCallees {
 public:
  explicit IndirectCallees(const ProgramModel& program) : program_(program) {
    for (const Function& function : program.functions)
      if (function.is_address_taken) by_signature_[function.signature].push_back(function.id);
    for (auto& [signature, ids] : by_signature_)
      std::ranges::sort(ids, {}, [&](FunctionId id) { return std::pair(~program[id].blocks.size(), id); });
  }

  /// Those of the caller's own file first, then the largest: an accessor tells little.
  [[nodiscard]] std::vector<FunctionId> of(const CallSite& call, const Function& caller) const {
    const auto found = by_signature_.find(call.signature);
    if (!call.callee.empty() || found == by_signature_.end()) return {};
    std::vector<FunctionId> result;
    for (const bool own_file : {true, false})
      for (const FunctionId id : found->second) {
        if (result.size() == kMost) return result;
        if ((program_[id].file == caller.file) == own_file) result.push_back(id);
      }
    return result;
  }

 private:
  static constexpr std::size_t kMost = 12;  // the more there are, the less likely is each
  const ProgramModel& program_;
  std::map<std::string_view, std::vector<FunctionId>> by_signature_;
};

}  // namespace

std::vector<FunctionId> neighbourhood(const Goal& goal, std::size_t most) {
  const IndirectCallees indirect(*goal.program);
  std::vector<FunctionId> result;
  std::set<FunctionId> seen;
  const auto add = [&](FunctionId id) {
    if (result.size() < most && seen.insert(id).second) result.push_back(id);
  };
  for (const TargetFrame& frame : goal.frames) add(frame.function);
  const auto add_calls = [&](const std::vector<CallableId>& calls) {
    for (const CallableId id : calls)
      if (const auto function = goal.program->find((*goal.api)[id].linkage_name)) add(*function);
  };
  std::size_t followed = 0;
  const auto follow_calls = [&](std::size_t limit) {
    for (; followed < result.size() && result.size() < limit; ++followed) {
      const Function& caller = (*goal.program)[result[followed]];
      for (const CallSite& call : caller.calls) {
        if (const auto callee = goal.program->find(call.callee)) add(*callee);
        for (const FunctionId callee : indirect.of(call, caller)) add(callee);
      }
    }
  };
  // What a crash call does before it gets there matters as much as what the frames do themselves; then what shapes
  // its arguments (a parser that fills the document).
  add_calls(goal.crash_calls);
  follow_calls(most / 2);
  add_calls(goal.unit_calls);
  add_calls(goal.setup_calls);
  follow_calls(most);
  return result;
}

}  // namespace reenact
