#include "strategy/guided/usage.h"

#include <map>
#include <set>

#include "base/text.h"
#include "crash/match.h"

namespace reenact {
namespace {

constexpr std::size_t kMostOwners = 4;  // classes whose members have the name

/// As it stands in code that calls it; empty: nobody calls it by a name.
std::string name_in_code(const Callable& callable) {
  if (is_loop(callable)) return "";
  switch (callable.kind) {
    case CallableKind::kConstructor:
    case CallableKind::kMethod:
    case CallableKind::kStaticMethod:
    case CallableKind::kFunction:
    case CallableKind::kVariable:
    case CallableKind::kFieldWrite:
    case CallableKind::kFieldRead:
      break;
    default:
      return {};
  }
  if (!callable.usable || callable.owner == "std" || callable.owner.starts_with("std::")) return {};
  return std::string(unqualified(plain_name(callable.name)));
}

}  // namespace

Usage::Usage(const std::vector<CallSequence>& sequences, const ApiModel& api) : steps_(api.callables.size()) {
  struct Named {
    std::vector<CallableId> calls;
    std::set<std::string> owners;
  };
  std::map<std::string, Named> by_name;
  for (const Callable& each : api.callables)
    if (std::string name = name_in_code(each); !name.empty()) {
      Named& named = by_name[std::move(name)];
      named.calls.push_back(each.id);
      named.owners.insert(each.owner);
    }
  std::map<std::string, Step> steps;
  for (auto& [name, named] : by_name) {
    if (named.owners.size() > kMostOwners) continue;
    const auto step = static_cast<Step>(calls_.size());
    steps[name] = step;
    for (const CallableId id : named.calls) steps_[id.index()] = step;
    calls_.push_back(std::move(named.calls));
  }
  before_.resize(calls_.size());
  after_.resize(calls_.size());
  std::set<std::vector<Step>> known;
  for (const CallSequence& names : sequences) {
    std::vector<Step> sequence;
    for (const std::string& name : names)
      if (const auto step = steps.find(name);
          step != steps.end() && (sequence.empty() || sequence.back() != step->second))
        sequence.push_back(step->second);
    if (sequence.size() < 2 || !known.insert(sequence).second) continue;
    for (std::size_t i = 1; i < sequence.size(); ++i) {
      before_[sequence[i]].push_back(sequence[i - 1]);
      after_[sequence[i - 1]].push_back(sequence[i]);
    }
    sequences_.push_back(std::move(sequence));
  }
}

std::optional<Usage::Step> Usage::step_of(CallableId callable) const { return steps_[callable.index()]; }

}  // namespace reenact
