// Who may call whom: the one call graph that goals, draw weights and neighbourhoods are taken from.
//
// One rule for all calls. A direct call leads to the function of that linkage name. A virtual call leads to every function of its LLVM type
// that stands in the same slot of some vtable, and a call through a pointer to every function of its type whose address a pointer holds: types
// and slots are all that is left of them in LLVM's code. So the graph claims too much where many functions share them: `void (ptr)` called
// through a pointer leads to every callback without results. Where nothing stands in a slot, the call is one through a table of the program's
// own; and a pointer of a type that no pointer is known to hold is one to a virtual member: it leads to those of any slot. A call through a
// field of a struct, `backend->send(x)`, leads to the functions that initial values and stores put into this very field, unless something
// else is stored there, too.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string_view>
#include <utility>
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
  /// A function, or behind them all a way to call without a name. Ways keep the graph small: m callers and n functions of one are m + n
  /// edges, not m * n.
  using Node = std::size_t;
  /// A signature, and the slot of a vtable, kPointer or slot_of() a field.
  using Way = std::pair<std::string_view, std::int64_t>;
  static constexpr std::int64_t kPointer = -1;
  [[nodiscard]] static std::int64_t slot_of(FieldId field) { return kPointer - 1 - std::int64_t{field.value}; }

  /// Those that the call may take.
  [[nodiscard]] std::vector<Node> ways_of(const CallSite& call) const;

  const ProgramModel& program_;
  std::vector<std::vector<Node>> callers_;        // by node
  std::vector<std::vector<Node>> ways_to_;        // by function
  std::vector<std::vector<FunctionId>> targets_;  // by node less the functions: those of the way, largest first
  std::map<Way, Node> ways_;                      // that lead somewhere
};

}  // namespace reenact
