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
std::string in_quotes(std::string_view text) {
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
      return in_quotes(options.message);
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
  // A program of its own includes no framework, and begins with what the others have behind it.
  return result.starts_with('\n') ? result.substr(1) : result;
}

std::string indented(const std::vector<std::string>& lines, std::size_t width) {
  std::string result;
  for (const std::string& line : lines) result += std::string(width, ' ') + line + "\n";
  return result;
}

}  // namespace

namespace {

std::string with_end(const std::string& preamble) { return preamble + (preamble.ends_with('\n') ? "\n" : "\n\n"); }

std::string function_of(const print::Body& body, const PrintOptions& options) {
  std::string text;
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

}  // namespace

std::string print_test(const TestCase& test, const ApiModel& api, const PrintOptions& options) {
  print::Body body = print::print_body(test, api, options);
  print::adapt(body, options.format);
  std::string text = includes_of(body, options) + "\n";
  for (const std::string& preamble : body.preambles) text += with_end(preamble);
  return text + function_of(body, options);
}

std::string print_gtest(const TestCase& test, const ApiModel& api, PrintOptions options) {
  options.format = TestFormat::kGtest;
  return print_test(test, api, options);
}

PrintedSuite print_gtest_suite(std::span<const SuiteTest> tests, const ApiModel& api,
                               const std::vector<std::string>& prelude, const std::string& head) {
  print::Body all;
  std::vector<std::string> functions;
  for (const SuiteTest& each : tests) {
    const print::Body body = print::print_body(*each.test, api, each.options);
    all.includes.insert(body.includes.begin(), body.includes.end());
    for (const std::string& preamble : body.preambles)
      if (std::ranges::find(all.preambles, preamble) == all.preambles.end()) all.preambles.push_back(preamble);
    functions.push_back(function_of(body, each.options));
  }
  PrintOptions options;
  options.prelude = prelude;
  PrintedSuite result{includes_of(all, options) + "\n", {}, 0};
  result.includes = result.source.size();
  result.source += head;
  for (const std::string& preamble : all.preambles) result.source += with_end(preamble);
  std::size_t line = 1 + static_cast<std::size_t>(std::ranges::count(result.source, '\n'));
  for (std::size_t i = 0; i < functions.size(); ++i) {
    const std::string text = (i == 0 ? "" : "\n") + functions[i];
    result.first_lines.push_back(line);
    line += static_cast<std::size_t>(std::ranges::count(text, '\n'));
    result.source += text;
  }
  return result;
}

}  // namespace reenact
