#include "generate/construction_cost.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace reenact {

bool is_literal(const Type& type) {
  return type.kind != TypeKind::kObject && type.kind != TypeKind::kPointer && type.kind != TypeKind::kCallback;
}

/// Fixpoint: a type costs what its cheapest producer costs, which costs what its parameters cost.
ConstructionCosts::ConstructionCosts(const ApiModel& api)
    : types_(api.types.size(), kImpossible), callables_(api.callables.size(), kImpossible) {
  for (const Type& type : api.types)
    if (is_literal(type)) types_[type.id.index()] = 1;
  for (bool changed = true; changed;) {
    changed = false;
    for (const Callable& callable : api.callables) {
      const unsigned cost = from_parameters(callable);
      if (cost < callables_[callable.id.index()]) {
        callables_[callable.id.index()] = cost;
        changed = true;
      }
      if (callable.result && cost < types_[callable.result->index()]) {
        types_[callable.result->index()] = cost;
        changed = true;
      }
    }
  }
}

unsigned ConstructionCosts::from_parameters(const Callable& callable) const {
  if (!callable.usable) return kImpossible;
  unsigned cost = 1;
  for (const Parameter& parameter : callable.parameters) {
    unsigned least = parameter.nullable ? 0 : kImpossible;
    for (const Source& source : parameter.sources) least = std::min(least, of(source.type));
    cost = std::min(kImpossible, cost + least);
  }
  return cost;
}

namespace {

struct Lacking {
  TypeId type;          // that nothing makes
  CallableId callable;  // that takes it
};

/// What keeps the callable from being made: a type without producers, which it takes, or which those take that make what it takes.
std::optional<Lacking> lacking(const ApiModel& api, const ConstructionCosts& costs, CallableId id, unsigned depth) {
  constexpr unsigned kDeepest = 8;
  for (const Parameter& parameter : api[id].parameters) {
    const bool can_be = parameter.nullable || std::ranges::any_of(parameter.sources, [&](const Source& source) {
                          return costs.of(source.type) < kImpossible;
                        });
    if (can_be) continue;
    const TypeId type = parameter.sources.empty() ? parameter.type : parameter.sources.front().type;
    for (const CallableId maker : api.producers[type.index()])
      if (const auto inner = depth < kDeepest ? lacking(api, costs, maker, depth + 1) : std::nullopt) return inner;
    return Lacking{type, id};
  }
  return std::nullopt;
}

}  // namespace

std::string what_calls_lack(const ApiModel& api, const std::vector<CallableId>& calls) {
  const ConstructionCosts costs(api);
  std::string why = "no call that reaches the target can be made";
  for (const CallableId call : calls) {
    const auto found = lacking(api, costs, call, 0);
    if (!found) continue;
    why += fmt::format(": nothing makes a `{}`, which {} takes", api[found->type].spelling, api[found->callable].name);
    break;
  }
  return why +
         "\n  next step: with --header FILE, name a header that declares how it is made; `--verbose` tells what was "
         "left out";
}

}  // namespace reenact
