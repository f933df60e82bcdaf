// Which name each variable of a printed test gets: after what it is passed to, or after what made it.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "print/names.h"
#include "print/uses.h"
#include "testcase/test_case.h"

namespace reenact::print {

class VariableNames {
 public:
  /// `uses`: of `test`. Keeps references: all must outlive this.
  VariableNames(const TestCase& test, const ApiModel& api, const std::vector<Uses>& uses);

  /// The name of statement `i`'s variable, chosen when it is first asked for: nearer names go to those asked for earlier.
  [[nodiscard]] const std::string& of(std::size_t i);
  /// A name for one more variable, such as the contents of another one.
  [[nodiscard]] std::string take(std::string_view wish) { return free_.take(wish); }

 private:
  [[nodiscard]] std::string wish_for(std::size_t i) const;
  [[nodiscard]] std::string after_maker(const Callable& maker) const;

  const TestCase& test_;
  const ApiModel& api_;
  const std::vector<Uses>& uses_;
  Names free_;
  std::vector<std::string> given_;  // by statement; empty: not yet
};

}  // namespace reenact::print
