#include "generate/construction_cost.h"

#include <algorithm>

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

}  // namespace reenact
