#include "print/print.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/text.h"
#include "print/body.h"
#include "print/formats.h"
#include "print/literals.h"

namespace reenact {
namespace {

/// `text` as a POSIX extended regular expression that matches just it.
std::string quoted(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (std::string_view("\\^$.|?*+()[]{}").find(c) != std::string_view::npos) result += '\\';
    result += c;
  }
  return result;
}

/// What the dying process writes, as far as the kind of crash says.
std::string death_pattern(const PrintOptions& options) {
  switch (options.kind) {
    case CrashKind::kAssertion:
      return quoted(options.message);
    case CrashKind::kHeapOverflow:
      return "heap-buffer-overflow";
    case CrashKind::kStackBufferOverflow:
      return "stack-buffer-";
    case CrashKind::kGlobalOverflow:
      return "global-buffer-overflow";
    case CrashKind::kUseAfterFree:
      return "use-after-|heap-use";
    case CrashKind::kUndefinedBehaviour:
      return "runtime error";
    default:
      return "";  // a signal alone: nothing is written
  }
}

std::string file_name(std::string_view include_line) {
  const auto first = include_line.find_first_of("<\"");
  const auto last = include_line.find_last_of(">\"");
  return first == std::string_view::npos || last <= first ? std::string(include_line)
                                                          : std::string(include_line.substr(first, last - first + 1));
}

std::string includes_of(const print::Body& body, const PrintOptions& options) {
  std::set<std::string> given;
  for (const std::string& line : options.prelude) given.insert(file_name(line));
  std::string standard, own;
  for (const std::string& include : body.includes) {
    const std::string quoted_name =
        include.starts_with('<') || include.starts_with('"') ? include : '"' + include + '"';
    if (given.contains(quoted_name)) continue;
    (include.starts_with('<') ? standard : own) += fmt::format("#include {}\n", quoted_name);
  }
  std::string result = print::framework_include(options.format);
  if (!standard.empty()) result += "\n" + standard;
  std::string subject = own;
  for (const std::string& line : options.prelude) subject += line + "\n";
  if (!subject.empty()) result += "\n" + subject;
  return result;
}

std::string indented(const std::vector<std::string>& lines, std::size_t width) {
  std::string result;
  for (const std::string& line : lines) result += std::string(width, ' ') + line + "\n";
  return result;
}

}  // namespace

std::string print_test(const TestCase& test, const ApiModel& api, const PrintOptions& options) {
  print::Body body = print::print_body(test, api, options);
  print::adapt(body, options.format);
  std::string text = includes_of(body, options) + "\n";
  for (const std::string& preamble : body.preambles) text += preamble + (preamble.ends_with('\n') ? "\n" : "\n\n");
  for (const std::string& line : options.comment) text += line.empty() ? "//\n" : "// " + valid_utf8(line) + "\n";
  text += print::test_head(options);
  if (options.expect_crash) {
    text += "  const auto crash = [] {\n" + indented(body.lines, 4) + "  };\n" +
            print::expectation(options, death_pattern(options));
  } else {
    text += indented(body.lines, 2);
  }
  return text + "}\n";
}

std::string print_gtest(const TestCase& test, const ApiModel& api, PrintOptions options) {
  options.format = TestFormat::kGtest;
  return print_test(test, api, options);
}

}  // namespace reenact
