#include "print/formats.h"

#include <fmt/format.h>

#include "base/text.h"
#include "print/literals.h"

namespace reenact {
namespace print {
namespace {

constexpr const char* kCatch2 =
    "#if __has_include(<catch2/catch_test_macros.hpp>)\n"
    "#include <catch2/catch_test_macros.hpp>  // Catch2 3\n"
    "#else\n"
    "#define CATCH_CONFIG_MAIN\n"
    "#include <catch2/catch.hpp>\n"
    "#endif\n";

/// `macro(crash(), TYPE)`. A comma in a template's arguments would split the macro's argument.
std::string thrown_as(const std::string& macro, const std::string& type) {
  if (type.find(',') != std::string::npos)
    return fmt::format("  using Thrown = {};\n  {}(crash(), Thrown);\n", type, macro);
  return fmt::format("  {}(crash(), {});\n", macro, type);
}

}  // namespace

std::string framework_include(TestFormat format) {
  switch (format) {
    case TestFormat::kGtest:
      return "#include <gtest/gtest.h>\n";
    case TestFormat::kCatch2:
      return kCatch2;
    case TestFormat::kDoctest:
      return "#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN\n#include <doctest/doctest.h>\n";
    case TestFormat::kMain:
      break;
  }
  return "";
}

std::string test_head(const PrintOptions& options) {
  if (options.format == TestFormat::kMain) return "int main() {\n";
  if (options.format == TestFormat::kGtest) return fmt::format("TEST({}, {}) {{\n", options.suite, options.name);
  return fmt::format("TEST_CASE(\"{}: {}\") {{\n", options.suite, options.name);
}

std::string expectation(const PrintOptions& options, const std::string& death) {
  if (options.kind != CrashKind::kCppException) return fmt::format("  EXPECT_DEATH(crash(), {});\n", c_string(death));
  const bool is_gtest = options.format == TestFormat::kGtest;
  if (options.exception_type.empty()) return is_gtest ? "  EXPECT_ANY_THROW(crash());\n" : "  CHECK_THROWS(crash());\n";
  return thrown_as(is_gtest ? "EXPECT_THROW" : "CHECK_THROWS_AS", options.exception_type);
}

void adapt(Body& body, TestFormat format) {
  if (format == TestFormat::kGtest) return;
  for (std::string& preamble : body.preambles) {
    if (!preamble.contains("testing::TempDir()")) continue;
    replace_all(preamble, "testing::TempDir() + \"", "std::filesystem::temp_directory_path().string() + \"/");
    body.includes.insert("<filesystem>");
  }
}

}  // namespace print

bool can_expect(TestFormat format, CrashKind kind) {
  return format == TestFormat::kGtest || (kind == CrashKind::kCppException && format != TestFormat::kMain);
}

}  // namespace reenact
