// What a program says of itself when it ends: failed assertions, and what std::terminate prints.
#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/Support/Regex.h>

#include <charconv>
#include <csignal>

#include "crash/dialects.h"

namespace reenact::dialects {
namespace {

// No assertion is longer; matching costs more than linear time on what is none.
constexpr std::size_t kLongestLine = 16 * 1024;

/// A C library's form of a failed assertion; 0: it does not tell that part.
struct AssertionForm {
  const char* pattern;  // POSIX extended
  unsigned text, file, line, function;
  BuiltInCheck check = BuiltInCheck::kNone;
};
constexpr AssertionForm kAssertionForms[] = {
    // glibc: "app: /path/f.c:547: int f(int): Assertion `x' failed."
    {"(^|: )([^:]+):([0-9]+): (.*): Assertion `(.*)' failed", 5, 2, 3, 4},
    {"(^|: )([^:]+):([0-9]+): Assertion `(.*)' failed", 4, 2, 3, 0},
    {"Assertion `(.*)' failed", 1, 0, 0, 0},
    // libstdc++: "/usr/include/c++/12/bits/stl_vector.h:1123: T& std::vector<T>::operator[](...) [with T = int]: Assertion 'x' failed."
    {"(^|[ \t])([^: ]*c[+][+]/[^: ]+):([0-9]+): (.*): Assertion '(.*)' failed", 5, 2, 3, 4,
     BuiltInCheck::kStandardLibrary},
    // macOS and FreeBSD: "Assertion failed: (x), function f, file f.c, line 547."
    {"Assertion failed: \\((.*)\\), function (.*), file (.*), line ([0-9]+)", 1, 3, 4, 2},
    // musl: "Assertion failed: x (f.c: f: 547)"
    {"Assertion failed: (.*) \\(([^:()]+): (.*): ([0-9]+)\\)$", 1, 2, 4, 3},
    // Windows: "Assertion failed: x, file f.c, line 547"
    {"Assertion failed: (.*), file (.*), line ([0-9]+)", 1, 2, 3, 0},
    // newlib and NetBSD: assertion "x" failed: file "f.c", line 547, function "f"
    {"assertion \"(.*)\" failed: file \"(.*)\", line ([0-9]+)(, function[:]? \"?([^\"]*))?", 1, 2, 3, 5},
    // bionic: f.c:547: f: assertion "x" failed
    {"(^|: )([^:]+):([0-9]+): (.*): assertion \"(.*)\" failed", 5, 2, 3, 4},
};

/// Of "T f(T) [with T = int]" and "T f(T) [T = int]" what is in front of the bracket.
void drop_template_arguments(std::string& function) {
  if (const auto with = function.find(" [with "); with != std::string::npos) function.resize(with);
  if (const auto with = function.find(" ["); with != std::string::npos && function.ends_with(']'))
    function.resize(with);
}

std::optional<CrashReport> failed_assertion(std::string_view line) {
  if (!line.contains("ssertion") || line.size() > kLongestLine) return std::nullopt;
  for (const AssertionForm& form : kAssertionForms) {
    llvm::SmallVector<llvm::StringRef, 6> parts;
    if (!llvm::Regex(form.pattern).match(llvm::StringRef(line.data(), line.size()), &parts)) continue;
    CrashReport report;
    report.dialect = Dialect::kAssertLine;
    report.kind = CrashKind::kAssertion;
    report.signal = SIGABRT;
    report.check = form.check;
    report.message = parts[form.text].str();
    // glibc's format, an argument of __assert_fail_base in a trace with arguments.
    if (report.message == "%s") return std::nullopt;
    if (form.file == 0) return report;
    Frame frame;
    frame.file = trimmed(std::string_view(parts[form.file]));
    unsigned number = 0;
    std::from_chars(parts[form.line].begin(), parts[form.line].end(), number);
    frame.line = Line(number);
    if (form.function != 0) frame.function = trimmed(std::string_view(parts[form.function]));
    drop_template_arguments(frame.function);
    report.frames.push_back(std::move(frame));
    return report;
  }
  return std::nullopt;
}

CrashReport uncaught(std::string_view type) {
  CrashReport report;
  report.dialect = Dialect::kTerminate;
  report.kind = CrashKind::kCppException;
  report.signal = SIGABRT;
  report.exception_type = type;
  return report;
}

/// libstdc++: "terminate called after throwing an instance of 'T'", and "  what():  text" on the next line.
std::optional<CrashReport> terminate_called(std::string_view line, std::string_view next) {
  constexpr std::string_view kWords = "terminate called after throwing an instance of '", kWhat = "what():";
  const auto at = line.find(kWords);
  if (at == std::string_view::npos) return std::nullopt;
  line.remove_prefix(at + kWords.size());
  CrashReport report = uncaught(line.substr(0, line.rfind('\'')));
  if (const auto what = next.find(kWhat); what != std::string_view::npos)
    report.message = trimmed(next.substr(what + kWhat.size()));
  return report;
}

/// libc++: "libc++abi: terminating due to uncaught exception of type T: text"; T's own colons come in pairs.
std::optional<CrashReport> terminating(std::string_view line) {
  constexpr std::string_view kWords = "uncaught exception of type ";
  const auto at = line.find(kWords);
  if (at == std::string_view::npos || !line.substr(0, at).contains("terminating ")) return std::nullopt;
  line.remove_prefix(at + kWords.size());
  const auto end = line.find(": ");
  CrashReport report = uncaught(trimmed(line.substr(0, end)));
  if (end != std::string_view::npos) report.message = trimmed(line.substr(end + 2));
  return report;
}

}  // namespace

std::optional<Finding> read_assertion(const std::vector<std::string>& lines) {
  for (std::size_t i = 0; i < lines.size(); ++i)
    if (auto report = failed_assertion(lines[i])) return Finding{std::move(*report), i, ""};
  return std::nullopt;
}

std::optional<Finding> read_terminate(const std::vector<std::string>& lines) {
  for (std::size_t i = 0; i < lines.size(); ++i) {
    auto report = terminate_called(lines[i], i + 1 < lines.size() ? lines[i + 1] : "");
    if (!report) report = terminating(lines[i]);
    if (report) return Finding{std::move(*report), i, ""};
  }
  return std::nullopt;
}

}  // namespace reenact::dialects
