// For which parameters null is deadly: a death costs as much as a hundred tests, and an API that forbids null forbids it
// every time.
#pragma once

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "api/api_model.h"
#include "testcase/test_case.h"

namespace reenact {

class FatalNulls {
 public:
  /// `exempt` calls are not learnt of: to die there may be what is wanted. `api` must outlive this.
  FatalNulls(const ApiModel& api, const std::vector<CallableId>& exempt) : api_(api) {
    for (const Callable& callable : api.callables) {
      if (std::ranges::find(exempt, callable.id) != exempt.end()) continue;
      for (const Parameter& parameter : callable.parameters)
        if (parameter.nullable) seen_[&parameter];
    }
  }

  /// A test ran up to and including statement `last`; `died`: the process ended there.
  void note(const TestCase& test, StatementIndex last, bool died) {
    for (std::size_t i = 0; i <= last.index() && i < test.size(); ++i) {
      const Statement& call = test.statements[i];
      if (call.kind != StatementKind::kCall) continue;
      const Callable& callable = api_[call.callable];
      for (std::uint32_t k = 0; k < call.count; ++k) {
        if (test.arguments[call.first + k].mode != PassMode::kNull) continue;
        const auto found = seen_.find(&callable.parameters[k]);
        if (found == seen_.end()) continue;
        ++(died && i == last.index() ? found->second.deaths : found->second.survived);
      }
    }
  }

  /// What to multiply the chance of null with, (0, 1]; never 0: a death may lie behind another one.
  [[nodiscard]] double factor(const Parameter& parameter) const {
    constexpr double kLeast = 0.05;
    const auto found = seen_.find(&parameter);
    if (found == seen_.end()) return 1;
    const auto& [deaths, survived] = found->second;
    return std::max(kLeast, (1.0 + survived) / (1.0 + survived + deaths));
  }

 private:
  struct Seen {
    std::uint32_t deaths = 0, survived = 0;
  };
  const ApiModel& api_;
  std::unordered_map<const Parameter*, Seen> seen_;  // of every parameter that takes null
};

}  // namespace reenact
