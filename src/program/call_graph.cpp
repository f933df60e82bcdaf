#include "program/call_graph.h"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

namespace reenact {
namespace {

constexpr std::size_t kNoNode = std::numeric_limits<std::size_t>::max();

}  // namespace

CallGraph::CallGraph(const ProgramModel& program)
    : program_(program), callers_(program.functions.size()), signature_of_(program.functions.size(), kNoNode) {
  std::map<std::string_view, Node> nodes;
  const auto node_of = [&](std::string_view signature) {
    const auto [at, is_new] = nodes.emplace(signature, callers_.size());
    if (is_new) {
      callers_.emplace_back();
      targets_.emplace_back();
    }
    return at->second;
  };
  for (const Function& function : program.functions) {
    const Node self = function.id.index();
    if (function.is_address_taken) {
      const Node signature = node_of(function.signature);
      signature_of_[self] = signature;
      targets_[signature - program.functions.size()].push_back(function.id);
    }
    for (const CallSite& call : function.calls) {
      if (const auto callee = program.find(call.callee)) callers_[callee->index()].push_back(self);
      if (!call.callee.empty()) continue;
      const Node signature = node_of(call.signature);
      callers_[signature].push_back(self);
    }
  }
  for (std::vector<FunctionId>& targets : targets_)
    std::ranges::sort(targets, {}, [&](FunctionId id) { return std::pair(~program[id].blocks.size(), id); });
  for (std::vector<Node>& callers : callers_) {
    std::ranges::sort(callers);
    const auto repeats = std::ranges::unique(callers);
    callers.erase(repeats.begin(), repeats.end());
  }
  signatures_.assign(nodes.begin(), nodes.end());
}

std::vector<FunctionId> CallGraph::callers_of(std::span<const FunctionId> callees, CallKinds kinds) const {
  std::vector<Node> found;
  for (const FunctionId callee : callees) {
    const std::vector<Node>& direct = callers_[callee.index()];
    found.insert(found.end(), direct.begin(), direct.end());
    if (const Node signature = signature_of_[callee.index()]; kinds == CallKinds::kAll && signature != kNoNode)
      found.insert(found.end(), callers_[signature].begin(), callers_[signature].end());
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
  const auto found = std::ranges::lower_bound(signatures_, std::string_view(call.signature), {},
                                              &std::pair<std::string_view, Node>::first);
  if (found == signatures_.end() || found->first != call.signature) return {};
  std::vector<FunctionId> result;
  for (const bool own_file : {true, false})
    for (const FunctionId id : targets_[found->second - program_.functions.size()]) {
      if (result.size() == kMost) return result;
      if ((program_[id].file == caller.file) == own_file) result.push_back(id);
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
    if (node < signature_of_.size() && signature_of_[node] != kNoNode) reach(signature_of_[node]);
  }
  result.resize(signature_of_.size());
  return result;
}

}  // namespace reenact
