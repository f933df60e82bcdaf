// When two crashes are the same, and how far apart two traces are.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "crash/report.h"

namespace reenact {

/// A function name without return type, parameters, cv/ref qualifiers, template arguments, inline namespaces
/// ("__cxx11::"), "(anonymous namespace)::", clone suffixes (".cold", "[clone .isra.0]"), so that gdb's, the symbolizer's and
/// LLVM's demangled forms of one function compare equal. A mangled name is demangled first.
[[nodiscard]] std::string plain_name(std::string_view function);
/// Is the bracket at `at` a part of an operator's name: of "operator<", "operator()", "operator->"? The one behind "operator<< " is none.
[[nodiscard]] bool is_operator_at(const std::string& text, std::size_t at);

/// Are these two linkage names of one constructor (C1, C2) or destructor (D0, D1, D2)? False of one and the same name.
[[nodiscard]] bool are_variants(std::string_view a, std::string_view b);

/// Do the frames' functions have equal plain names? Scopes that only one of them shows do not count: "f" is "ns::f".
[[nodiscard]] bool same_function(const Frame& a, const Frame& b);
/// Are the two frames one place: the same function, equal file names (last component; unless one is unknown), and equal
/// lines (unless one is unknown)?
[[nodiscard]] bool same_place(const Frame& a, const Frame& b);

/// Is the observed crash the reported one? Same kind (and exception type and text, assertion text, UBSan check, read or
/// write and its size), the same subject frames, lines included, from the innermost up to and including `frames` (1-based
/// count of subject frames), and the same ones on the stacks that explain it ("freed by").
struct MatchResult {
  bool same_kind = false;
  bool same = false;               // in everything that was asked
  std::size_t frames_matched = 0;  // subject frames matched from the innermost outwards, consecutive
  /// Of an exhausted stack: how many frames of its recursion agree, those that go around, or of a trace without its middle
  /// those inside of that; then `frames_matched` claims these alone. 0: it is none.
  std::size_t cycle = 0;
  std::string difference;                 // in words; empty if the crashes are the same
  std::vector<std::string> not_compared;  // in words: what the report does not tell; if `same`
};
/// Compares what was observed with what was reported, by the rules above.
[[nodiscard]] MatchResult match(const CrashReport& reported, const CrashReport& observed, std::size_t frames);

/// Is `text` what the reported failed assertion asserted? Blanks, and how versions of the standard library write a condition, do not count.
[[nodiscard]] bool same_assertion(const CrashReport& reported, std::string_view text);

/// Are the kinds compatible? E.g. a debugger's SIGSEGV (address unknown) may be a null dereference or wild access; a report that
/// tells no kind, type or text accepts every one, but one that names a kind nobody knows ("unknown-crash") only that;
/// a SIGABRT report whose message is an assertion is not any abort. One table, used by search and verdict alike.
[[nodiscard]] bool same_kind(const CrashReport& reported, CrashKind kind, int signal, std::string_view exception_type,
                             std::string_view message, std::string* difference = nullptr);

/// Do the two agree, where both are told? Search and verdict go by it.
[[nodiscard]] bool same_access(Access reported, Access seen);

/// Does what overflows belong to the program that calls the project: allocated by it, or a variable of it? False if the report
/// does not tell.
[[nodiscard]] bool is_of_the_caller(const CrashReport& report);

/// The frame's file or, where the report shows none, that of its module: "/lib/libz.so.1" of "/lib/libz.so.1+0xf5fd".
[[nodiscard]] std::string_view file_or_module(const Frame& frame);

/// "a::f (f.cpp:12)", for people; what is not known (no file, line 0) is left out. `function` in any spelling.
[[nodiscard]] std::string place_of(const std::string& function, std::string_view file, Line line);

/// One element of a trace for the distances: class = qualified scope (or file for free functions), method, line.
struct TraceElement {
  std::string scope, method;
  Line line;
};
/// The element of a frame, its function in any spelling.
[[nodiscard]] TraceElement trace_element(const Frame& frame);

/// phi(x) = x / (x + 1), in [0, 1]; phi(infinity) = 1.
[[nodiscard]] double phi(double x);

/// EvoCrash's diff: 3 classes differ; 2 same class, other method; phi(|l* - l|) otherwise; phi(x) = x / (x + 1).
[[nodiscard]] double element_difference(const TraceElement& wanted, const TraceElement& seen);
/// EvoCrash's D(S*, S) = sum_i min_j diff(e*_i, e_j); 3 per element if `seen` is empty.
[[nodiscard]] double trace_distance(std::span<const TraceElement> wanted, std::span<const TraceElement> seen);
/// The earlier, prefix-aligned distance it improved on: sum_{i <= min(k, n)} phi(diff(e*_i, e_i)) + |n - k|.
[[nodiscard]] double prefix_trace_distance(std::span<const TraceElement> wanted, std::span<const TraceElement> seen);

}  // namespace reenact
