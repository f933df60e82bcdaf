// What differs between the frameworks that a test can be written for.
#pragma once

#include <string>

#include "print/body.h"
#include "print/print.h"

namespace reenact::print {

/// Lines at the head of the file.
[[nodiscard]] std::string framework_include(TestFormat format);
/// "TEST(Suite, Name) {\n" and its like.
[[nodiscard]] std::string test_head(const PrintOptions& options);
/// The statement that `crash()` crashes. `death`: what the dying process writes, as a regular expression. REQUIRES:
/// can_expect().
[[nodiscard]] std::string expectation(const PrintOptions& options, const std::string& death);
/// Replaces what only GoogleTest has.
void adapt(Body& body, TestFormat format);

}  // namespace reenact::print
