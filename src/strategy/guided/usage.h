// Tests that begin as the project's users call it: contexts are opened before anything is drawn, documents are loaded before they are asked. Derakhshanfar and
// others seed Botsing's searches with tests, and with models of how classes are used ("Search-based crash reproduction using behavioural model
// seeding", 2020); here the sequences themselves are drawn from.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "api/api_model.h"
#include "api/sources/call_sequences.h"

namespace reenact {

/// The sequences of tests and examples in terms of what can be called.
class Usage {
 public:
  /// What has the name that a sequence holds: overloads, and members of a few classes. An index into calls().
  using Step = std::uint32_t;

  /// Names that nothing has, or that say too little ("size" of many classes), are left out.
  Usage(const std::vector<CallSequence>& sequences, const ApiModel& api);

  /// Each of two steps at least.
  [[nodiscard]] const std::vector<std::vector<Step>>& sequences() const { return sequences_; }
  /// Not empty.
  [[nodiscard]] const std::vector<CallableId>& calls(Step step) const { return calls_[step]; }
  [[nodiscard]] std::optional<Step> step_of(CallableId callable) const;
  /// What stands right in front of a step, or right behind it, in any sequence: as often as it does.
  [[nodiscard]] const std::vector<Step>& before(Step step) const { return before_[step]; }
  [[nodiscard]] const std::vector<Step>& after(Step step) const { return after_[step]; }

 private:
  std::vector<std::vector<CallableId>> calls_;  // by Step; this and the next two
  std::vector<std::vector<Step>> before_, after_;
  std::vector<std::optional<Step>> steps_;  // by CallableId
  std::vector<std::vector<Step>> sequences_;
};

}  // namespace reenact
