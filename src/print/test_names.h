// What a printed test is called.
#pragma once

#include <string>
#include <string_view>

#include "crash/report.h"

namespace reenact {

/// The test suite of a crash in `function`: "tinyxml2::XMLNode::InsertFirstChild" -> "XMLNodeInsertFirstChild".
[[nodiscard]] std::string test_suite(const std::string& function);
/// The test's name: "CrashesWithNullDereference"; of an exception "ThrowsOutOfRange", or "ThrowsException" if
/// its type is not known.
[[nodiscard]] std::string test_name(CrashKind kind, std::string_view exception_type);

}  // namespace reenact
