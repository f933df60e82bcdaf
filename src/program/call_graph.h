// Who may call whom: the one call graph that goals, draw weights and neighbourhoods are taken from.
//
// One rule for all calls. A direct call leads to the function of that linkage name. A virtual call, and one through a
// pointer, may lead to every function of the call's LLVM type whose address a pointer or a vtable holds: types are all that
// is left of them in LLVM's code. So the graph claims too much where many functions share a type: `void (ptr)` called through
// a pointer leads to every method without arguments that some vtable holds.
#pragma once

#include <span>
#include <vector>

#include "base/ids.h"
#include "program/program_model.h"

namespace reenact {

/// Which calls are followed.
enum class CallKinds : std::uint8_t { kDirect, kAll /* also virtual ones and those through pointers */ };

class CallGraph {
 public:
  /// `program` must outlive the graph.
  explicit CallGraph(const ProgramModel& program);

  /// Functions that call one of `callees`, by id, without repeats.
  [[nodiscard]] std::vector<FunctionId> callers_of(std::span<const FunctionId> callees, CallKinds kinds) const;

  /// What `call` in `caller` may lead to. Of a call that is not direct at most twelve: those of the caller's file first, then
  /// the largest, for an accessor tells little and the more there are, the less likely is each.
  [[nodiscard]] std::vector<FunctionId> callees_of(const CallSite& call, const Function& caller) const;

  /// By function: does it lead to one of `targets`, through any kind of calls (or is it one)?
  [[nodiscard]] std::vector<bool> leading_to(const std::vector<FunctionId>& targets) const;

 private:
  /// A function, or behind them all a signature by which pointers call. Signatures keep the graph small: m callers by a
  /// signature and n functions of it are m + n edges, not m * n.
  using Node = std::size_t;

  const ProgramModel& program_;
  std::vector<std::vector<Node>> callers_;        // by node
  std::vector<Node> signature_of_;                // by function: of an address-taken one; else kNoNode
  std::vector<std::vector<FunctionId>> targets_;  // by node less the functions: those of the signature, largest first
  std::vector<std::pair<std::string_view, Node>> signatures_;  // sorted
};

}  // namespace reenact
