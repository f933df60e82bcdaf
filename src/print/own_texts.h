// One variable for each way a text is used.
#pragma once

#include <cstddef>
#include <vector>

#include "testcase/test_case.h"

namespace reenact::print {

/// `test` with a second text behind each that is passed both as a C string and as a buffer; the C strings become the second's.
/// The worker has a copy for each of the two (runtime/interpreter.cpp). With one variable, a callee that writes into the buffer
/// would change the text that it reads: `parse(input, input, 11)` for `parse(input, error, 11)`.
/// `origins`: for each statement of the result, which of `test` it was.
[[nodiscard]] TestCase with_own_texts(const TestCase& test, std::vector<std::size_t>& origins);

}  // namespace reenact::print
