// Formats as printf's, held against what a test passes behind them.
#pragma once

#include <cstdint>
#include <vector>

#include "testcase/printf_format.h"
#include "testcase/test_case.h"

namespace reenact {

/// What a call passes to `...`. REQUIRES: valid(test, api); `call` is one.
[[nodiscard]] std::vector<Formatted> formatted_arguments(const TestCase& test, const ApiModel& api,
                                                         StatementIndex call);

/// Does argument `k` of `call`, a format, ask for what follows it? What is no text of the test's own counts as such.
[[nodiscard]] bool keeps_format(const TestCase& test, const ApiModel& api, StatementIndex call, std::uint32_t k);

}  // namespace reenact
