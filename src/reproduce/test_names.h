// What a printed test is called.
#pragma once

#include <string>
#include <string_view>

namespace reenact {

/// The test suite of a crash in `function`: "tinyxml2::XMLNode::InsertFirstChild" -> "XMLNodeInsertFirstChild".
[[nodiscard]] std::string test_suite(const std::string& function);
/// The test's name: "null dereference" -> "CrashesWithNullDereference".
[[nodiscard]] std::string test_name(std::string_view kind);

}  // namespace reenact
