#include "fitness/helper_objectives.h"

#include <algorithm>
#include <bit>

namespace reenact {

CallDiversity::CallDiversity(std::vector<CallableId> callables) : callables_(std::move(callables)) {
  std::ranges::sort(callables_);
  const auto repeats = std::ranges::unique(callables_);
  callables_.erase(repeats.begin(), repeats.end());
}

CallDiversity::Calls CallDiversity::calls_of(const TestCase& test) const {
  Calls result((callables_.size() + 63) / 64, 0);
  for (const Statement& statement : test.statements) {
    if (statement.kind != StatementKind::kCall) continue;
    const auto at = std::ranges::lower_bound(callables_, statement.callable);
    if (at == callables_.end() || *at != statement.callable) continue;
    const auto bit = static_cast<std::size_t>(at - callables_.begin());
    result[bit / 64] |= std::uint64_t{1} << (bit % 64);
  }
  return result;
}

double CallDiversity::similarity(const Calls& calls, const std::vector<Calls>& population) const {
  int most_different = 0;
  for (const Calls& other : population) {
    int different = 0;
    for (std::size_t i = 0; i < calls.size(); ++i) different += std::popcount(calls[i] ^ other[i]);
    most_different = std::max(most_different, different);
  }
  if (callables_.empty()) return 1;
  return 1 - static_cast<double>(most_different) / static_cast<double>(callables_.size());
}

}  // namespace reenact
