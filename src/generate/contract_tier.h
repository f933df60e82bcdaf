// When tests may break contracts. The search keeps to well-formed tests; what the report itself shows to be broken is open
// from the start, and everything once a share of the budget has gone by without a better test.
//
//   report: "freed by ... XML_ParserFree"   use behind a release is open from the start
//   report: an over-read                    lengths agree until a quarter of the budget has brought nothing better
#pragma once

#include <atomic>

#include "base/budget.h"
#include "testcase/contracts.h"

namespace reenact {

class ContractTier {
 public:
  /// `demanded` is open from the start, all of it behind `share` of `budget` without progress: of its executions, where
  /// they are limited (so that the same seed does the same), else of its time. `api` and `budget` must outlive this.
  ContractTier(const ApiModel& api, const Budget& budget, ContractSet demanded, double share)
      : api_(api), budget_(budget), demanded_(demanded), share_(share), last_(budget.share_spent()) {}

  /// What may be broken now.
  [[nodiscard]] ContractSet open() const {
    return budget_.share_spent() - last_ >= share_ ? ContractSet().set() : demanded_;
  }
  /// May a test break that now?
  [[nodiscard]] bool is_open(Contract contract) const { return open().test(static_cast<std::size_t>(contract)); }
  /// May `test` be run? REQUIRES: it is valid.
  [[nodiscard]] bool allows(const TestCase& test) const { return keeps_contracts(test, api_, open()); }
  /// There is a better test: the share counts from here. Several threads may say so.
  void progressed() const { last_ = budget_.share_spent(); }

 private:
  const ApiModel& api_;
  const Budget& budget_;
  ContractSet demanded_;
  double share_;
  mutable std::atomic<double> last_;  // share spent when a test was better the last time
};

}  // namespace reenact
