#include "strategy/backward/trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

namespace reenact::backward {
namespace {

/// Calls in `caller` that lead to `callee`: those of the frame's line, or if there are none, all.
std::vector<llvm::CallBase*> calls_of(llvm::Function& callee, llvm::Function& caller, const TargetFrame& frame,
                                      Workshop& workshop) {
  std::vector<llvm::CallBase*> on_line, all;
  std::size_t number = 0;
  for (llvm::BasicBlock& block : caller) {
    const bool is_there = std::ranges::find(frame.blocks, BlockId(number++)) != frame.blocks.end();
    for (llvm::Instruction& instruction : block) {
      auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (call == nullptr) continue;
      auto* const named = llvm::dyn_cast<llvm::Function>(call->getCalledOperand()->stripPointerCastsAndAliases());
      const bool leads = named != nullptr
                             ? workshop.bitcode().body_of(*named) == &callee
                             : call->isIndirectCall() && call->getFunctionType() == callee.getFunctionType();
      if (!leads) continue;
      all.push_back(call);
      if (is_there && line_of(*call) == frame.line) on_line.push_back(call);
    }
  }
  return on_line.empty() ? all : on_line;
}

/// The functions between `inner` and `outer`, from the inner one outwards, on the shortest way of direct calls; empty: there is none.
std::vector<FunctionId> between(FunctionId inner, FunctionId outer, const CallGraph& graph) {
  constexpr std::size_t kMostBetween = 3, kMostSeen = 500;
  std::vector<std::vector<FunctionId>> ways{{inner}};
  std::set<FunctionId> seen{inner};
  for (std::size_t i = 0; i < ways.size(); ++i) {
    const std::vector<FunctionId> way = ways[i];
    for (const FunctionId caller : graph.callers_of(std::array{way.back()}, CallKinds::kDirect)) {
      if (caller == outer) return {way.begin() + 1, way.end()};
      if (way.size() > kMostBetween || seen.size() >= kMostSeen || !seen.insert(caller).second) continue;
      ways.push_back(way);
      ways.back().push_back(caller);
    }
  }
  return {};
}

/// Adds levels for the functions that the trace leaves out in front of `frame`; false: none are found.
bool add_between(const TargetFrame& inner, const TargetFrame& frame, Workshop& workshop, std::vector<Level>& levels) {
  const std::vector<FunctionId> functions = between(inner.function, frame.function, workshop.graph());
  std::vector<Level> added;
  for (const FunctionId each : functions) {
    Level level{.function = workshop.bitcode().body_of(workshop.program()[each]), .calls = {}};
    if (level.function == nullptr) return false;
    llvm::Function& called = added.empty() ? *levels.back().function : *added.back().function;
    level.calls = calls_of(called, *level.function, {.function = each, .line = {}, .blocks = {}}, workshop);
    if (level.calls.empty()) return false;
    added.push_back(std::move(level));
  }
  std::ranges::move(added, std::back_inserter(levels));
  return !functions.empty();
}

}  // namespace

Workshop::Workshop(Bitcode& bitcode, const ProgramModel& program, const CallGraph& graph, const Clock& clock,
                   bool elements_apart, solver::SolverLimits limits)
    : bitcode_(bitcode),
      program_(program),
      graph_(graph),
      solver_(expressions_, limits, clock),
      places_(bitcode),
      memory_(expressions_, places_, elements_apart),
      values_(expressions_, places_),
      pruning_(bitcode, memory_),
      summaries_(bitcode, expressions_, memory_, places_, values_) {}

Executor::Shared Workshop::shared() {
  return {bitcode_, program_, graph_, expressions_, asked_, places_, memory_, values_, pruning_, summaries_};
}

std::vector<Level> levels_of(std::span<const TargetFrame> frames, Workshop& workshop, std::string& cut) {
  std::vector<Level> levels;
  for (std::size_t i = 0; i < frames.size(); ++i) {
    const TargetFrame& frame = frames[i];
    const Function& model = workshop.program()[frame.function];
    Level level{.function = workshop.bitcode().body_of(model), .calls = {}, .frame = i};
    if (level.function == nullptr) {
      cut = fmt::format("there is no bitcode of {}", model.name);
      break;
    }
    if (!levels.empty()) {
      level.calls = calls_of(*levels.back().function, *level.function, frame, workshop);
      if (level.calls.empty() && add_between(frames[i - 1], frame, workshop, levels))
        level.calls = calls_of(*levels.back().function, *level.function, frame, workshop);
      if (level.calls.empty()) {
        cut = fmt::format("{} does not call {} itself", model.name, workshop.program()[frames[i - 1].function].name);
        break;
      }
    }
    levels.push_back(std::move(level));
  }
  return levels;
}

std::size_t frames_in(std::span<const Level> levels) {
  return static_cast<std::size_t>(
      std::ranges::count_if(levels, [](const Level& each) { return each.frame.has_value(); }));
}

std::vector<std::vector<TargetFrame>> ways_from_outside(const Goal& goal, const CallableIndex& callables,
                                                        const CallGraph& graph) {
  constexpr std::size_t kMostWays = 4, kMostCallers = 4, kMostSeen = 200;
  const auto is_public = [&](FunctionId id) {
    const Function& function = (*goal.program)[id];
    return !callables.leading_to(function).empty() || !callables.destroyed_by(function).empty();
  };
  std::vector<TargetFrame> frames(goal.frames.begin(),
                                  goal.frames.begin() + static_cast<std::ptrdiff_t>(goal.target.index()) + 1);
  while (!is_public(frames.back().function) && frames.size() < goal.frames.size())
    frames.push_back(goal.frames[frames.size()]);
  if (is_public(frames.back().function)) return {frames};
  const auto through = [&](CallKinds kinds) {
    std::vector<std::vector<TargetFrame>> result, waiting{frames};
    std::set<FunctionId> seen{frames.back().function};
    for (std::size_t i = 0; i < waiting.size() && result.size() < kMostWays; ++i) {
      const std::vector<TargetFrame> way = waiting[i];
      if (way.size() >= frames.size() + kMostCallers) break;
      for (const FunctionId caller : graph.callers_of(std::array{way.back().function}, kinds)) {
        if (seen.size() >= kMostSeen || !seen.insert(caller).second) continue;
        std::vector<TargetFrame> longer = way;
        longer.push_back({.function = caller, .line = {}, .blocks = {}});
        (is_public(caller) ? result : waiting).push_back(std::move(longer));
      }
    }
    if (result.size() > kMostWays) result.resize(kMostWays);
    return result;
  };
  // `(this->*engine)()`: such calls lead to more functions than they really call, so they are asked last.
  std::vector<std::vector<TargetFrame>> ways = through(CallKinds::kDirect);
  return ways.empty() ? through(CallKinds::kAll) : ways;
}

}  // namespace reenact::backward
