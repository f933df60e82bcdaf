#include "strategy/backward/trace.h"

#include <fmt/format.h>

#include <algorithm>

namespace reenact::backward {
namespace {

// Steps, not time: the same on every machine.
constexpr solver::SolverLimits kLimits{.time = std::chrono::milliseconds(5000), .memory_mb = 1024, .steps = 2'000'000};

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

}  // namespace

Workshop::Workshop(Bitcode& bitcode, const ProgramModel& program, const CallGraph& graph, const Clock& clock,
                   bool elements_apart)
    : bitcode_(bitcode),
      program_(program),
      graph_(graph),
      solver_(expressions_, kLimits, clock),
      places_(bitcode),
      memory_(expressions_, places_, elements_apart),
      values_(expressions_, places_),
      pruning_(bitcode, memory_) {}

Executor::Shared Workshop::shared() {
  return {bitcode_, program_, graph_, expressions_, solver_, places_, memory_, values_, pruning_};
}

std::vector<Level> levels_of(std::span<const TargetFrame> frames, Workshop& workshop, std::string& cut) {
  std::vector<Level> levels;
  for (const TargetFrame& frame : frames) {
    const Function& model = workshop.program()[frame.function];
    Level level{.function = workshop.bitcode().body_of(model), .calls = {}};
    if (level.function == nullptr) {
      cut = fmt::format("there is no bitcode of {}", model.name);
      break;
    }
    if (!levels.empty()) {
      level.calls = calls_of(*levels.back().function, *level.function, frame, workshop);
      if (level.calls.empty()) {
        cut = fmt::format("{} does not call {} itself", model.name,
                          workshop.program()[frames[levels.size() - 1].function].name);
        break;
      }
    }
    levels.push_back(std::move(level));
  }
  return levels;
}

}  // namespace reenact::backward
