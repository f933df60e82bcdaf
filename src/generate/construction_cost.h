// How many statements it takes to make a variable, or to make a call with all its arguments.
#pragma once

#include <string>
#include <vector>

#include "api/api_model.h"

namespace reenact {

/// The cost of what no legal statements make.
inline constexpr unsigned kImpossible = 1'000'000;

/// Is a variable of this type a value that stands in the test: no object, pointer or callback?
[[nodiscard]] bool is_literal(const Type& type);

class ConstructionCosts {
 public:
  /// Looks at all callables until nothing gets cheaper; later changes of `api` are not seen.
  explicit ConstructionCosts(const ApiModel& api);

  /// The least number of statements, null arguments counting none; at most kImpossible.
  [[nodiscard]] unsigned of(TypeId type) const { return types_[type.index()]; }
  [[nodiscard]] unsigned of(CallableId callable) const { return callables_[callable.index()]; }
  [[nodiscard]] bool can_make(CallableId callable) const { return of(callable) < kImpossible; }

 private:
  [[nodiscard]] unsigned from_parameters(const Callable& callable) const;

  std::vector<unsigned> types_, callables_;
};

/// Why none of `calls` can be made, with what to do about it: "no call that reaches the target can be made: nothing makes a `Door`, which
/// lock() takes".
[[nodiscard]] std::string what_calls_lack(const ApiModel& api, const std::vector<CallableId>& calls);

}  // namespace reenact
