#include "program/call_graph.h"

#include <algorithm>
#include <utility>

namespace reenact {

CallGraph::CallGraph(const ProgramModel& program)
    : program_(program), callers_(program.functions.size()), ways_to_(program.functions.size()) {
  const auto add_way = [&](const Function& function, std::int64_t slot) {
    const auto [at, is_new] = ways_.emplace(Way(function.signature, slot), callers_.size());
    if (is_new) {
      callers_.emplace_back();
      targets_.emplace_back();
    }
    ways_to_[function.id.index()].push_back(at->second);
    targets_[at->second - program.functions.size()].push_back(function.id);
  };
  for (const Function& function : program.functions) {
    if (function.is_address_taken) add_way(function, kPointer);
    for (const std::uint32_t slot : function.slots) add_way(function, slot);
    for (const FieldId field : function.held_in) add_way(function, slot_of(field));
  }
  for (const Function& function : program.functions)
    for (const CallSite& call : function.calls) {
      if (const auto callee = program.find(call.callee)) callers_[callee->index()].push_back(function.id.index());
      for (const Node way : ways_of(call)) callers_[way].push_back(function.id.index());
    }
  for (std::vector<FunctionId>& targets : targets_)
    std::ranges::sort(targets, {}, [&](FunctionId id) { return std::pair(~program[id].blocks.size(), id); });
  for (std::vector<Node>& callers : callers_) {
    std::ranges::sort(callers);
    const auto repeats = std::ranges::unique(callers);
    callers.erase(repeats.begin(), repeats.end());
  }
}

std::vector<CallGraph::Node> CallGraph::ways_of(const CallSite& call) const {
  if (!call.callee.empty()) return {};
  if (call.slot)
    if (const auto found = ways_.find(Way(call.signature, *call.slot)); found != ways_.end()) return {found->second};
  if (call.field)
    if (const auto found = ways_.find(Way(call.signature, slot_of(*call.field))); found != ways_.end())
      return {found->second};
  if (const auto found = ways_.find(Way(call.signature, kPointer)); found != ways_.end()) return {found->second};
  std::vector<Node> result;
  for (auto way = ways_.lower_bound(Way(call.signature, 0)); way != ways_.end() && way->first.first == call.signature;
       ++way)
    result.push_back(way->second);
  return result;
}

std::vector<FunctionId> CallGraph::callers_of(std::span<const FunctionId> callees, CallKinds kinds) const {
  std::vector<Node> found;
  for (const FunctionId callee : callees) {
    const std::vector<Node>& direct = callers_[callee.index()];
    found.insert(found.end(), direct.begin(), direct.end());
    if (kinds != CallKinds::kAll) continue;
    for (const Node way : ways_to_[callee.index()])
      found.insert(found.end(), callers_[way].begin(), callers_[way].end());
  }
  std::ranges::sort(found);
  const auto repeats = std::ranges::unique(found);
  found.erase(repeats.begin(), repeats.end());
  std::vector<FunctionId> result;
  for (const Node node : found) result.emplace_back(node);
  return result;
}

std::vector<FunctionId> CallGraph::callees_of(const CallSite& call, const Function& caller) const {
  if (!call.callee.empty()) {
    const auto callee = program_.find(call.callee);
    return callee ? std::vector{*callee} : std::vector<FunctionId>();
  }
  constexpr std::size_t kMost = 12;
  std::vector<FunctionId> result;
  const std::vector<Node> ways = ways_of(call);
  for (const bool own_file : {true, false})
    for (const Node way : ways)
      for (const FunctionId id : targets_[way - program_.functions.size()]) {
        if (result.size() == kMost) return result;
        if ((program_[id].file == caller.file) == own_file && std::ranges::find(result, id) == result.end())
          result.push_back(id);
      }
  return result;
}

std::vector<bool> CallGraph::leading_to(const std::vector<FunctionId>& targets) const {
  std::vector<bool> result(callers_.size());
  std::vector<Node> open;
  const auto reach = [&](Node node) {
    if (result[node]) return;
    result[node] = true;
    open.push_back(node);
  };
  for (const FunctionId id : targets) reach(id.index());
  while (!open.empty()) {
    const Node node = open.back();
    open.pop_back();
    for (const Node caller : callers_[node]) reach(caller);
    if (node >= ways_to_.size()) continue;
    for (const Node way : ways_to_[node]) reach(way);
  }
  result.resize(ways_to_.size());
  return result;
}

}  // namespace reenact
