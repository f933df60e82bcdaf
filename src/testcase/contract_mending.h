// Which call a broken contract is the fault of: what mending leaves out, and what the words name.
#pragma once

#include <cstddef>
#include <optional>

#include "testcase/contracts.h"
#include "testcase/keeping.h"

namespace reenact {

/// Which call is to be left out so that `broken` is kept; nullopt: none. REQUIRES: `broken` is of `test`.
[[nodiscard]] std::optional<std::size_t> too_much(const TestCase& test, const ApiModel& api,
                                                  const BrokenContract& broken);

/// The registration that outlives what it keeps, if that is what `broken` is about. REQUIRES: `broken` is of `test`.
[[nodiscard]] std::optional<EarlyEnd> early_end_of(const TestCase& test, const ApiModel& api,
                                                   const BrokenContract& broken);

}  // namespace reenact
