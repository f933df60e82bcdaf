#include "crash/match.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "crash/trace_match.h"

namespace reenact {
namespace {

/// Names as a report and a symbolizer may differ in them: one may lack scopes the other shows.
bool names_agree(const std::string& a, const std::string& b) {
  if (a == b) return true;
  const auto ends_with_scope = [](const std::string& longer, const std::string& shorter) {
    return longer.size() > shorter.size() + 2 && longer.ends_with(shorter) &&
           longer.compare(longer.size() - shorter.size() - 2, 2, "::") == 0;
  };
  return !a.empty() && !b.empty() && (ends_with_scope(a, b) || ends_with_scope(b, a));
}

std::string without_blanks(std::string_view text) {
  std::string result;
  for (const char c : text)
    if (c != ' ' && c != '\t' && c != '\n') result += c;
  return result;
}

std::vector<const Frame*> subject_frames_of(const CrashReport& report) {
  std::vector<const Frame*> result;
  for (const FrameIndex i : report.subject_frames()) result.push_back(&report.frames[i.index()]);
  return result;
}

std::string place_of(const Frame& frame) { return reenact::place_of(frame.function, frame.file, frame.line); }

/// A debugger shows no address, or only where somebody pasted the line in which it does.
bool is_of_debugger(const CrashReport& report) {
  return report.dialect == Dialect::kGdb || report.dialect == Dialect::kLldb;
}

}  // namespace

std::string place_of(const std::string& function, std::string_view file, Line line) {
  std::string name(plain_name(function));
  if (file.empty()) return name;
  return line.value == 0 ? fmt::format("{} ({})", name, last_component(file))
                         : fmt::format("{} ({}:{})", name, last_component(file), line.value);
}

double phi(double x) { return std::isinf(x) ? 1.0 : x / (x + 1); }

bool same_function(const Frame& a, const Frame& b) {
  return names_agree(plain_name(a.function), plain_name(b.function));
}

bool same_place(const Frame& a, const Frame& b) {
  if (!same_function(a, b)) return false;
  if (!a.file.empty() && !b.file.empty() && last_component(a.file) != last_component(b.file)) return false;
  return a.line.value == 0 || b.line.value == 0 || a.line == b.line;
}

bool same_kind(const CrashReport& reported, CrashKind kind, int signal, std::string_view exception_type,
               std::string_view message, std::string* difference) {
  const auto differs = [&](std::string text) {
    if (difference != nullptr) *difference = std::move(text);
    return false;
  };
  bool same = reported.kind == kind || (reported.kind == CrashKind::kUnknown && is_crash(kind));
  if (is_of_debugger(reported)) {
    if (is_access(reported.kind) && is_access(kind)) same = true;
    if (is_access(reported.kind) && kind == CrashKind::kBusError) same = signal == reported.signal;
    // What the stack protector finds ends in an abort, unless AddressSanitizer is there to see it before.
    if (reported.kind == CrashKind::kStackBufferOverflow && kind == CrashKind::kAbort) same = true;
  }
  if (!same)
    return differs(fmt::format("kind differs: {} expected, {} seen", to_string(reported.kind), to_string(kind)));
  if (kind == CrashKind::kCppException && !reported.exception_type.empty() &&
      plain_name(reported.exception_type) != plain_name(exception_type))
    return differs(fmt::format("exception differs: {} expected, {} seen", reported.exception_type, exception_type));
  if (kind == CrashKind::kAssertion && !reported.message.empty() &&
      without_blanks(reported.message) != without_blanks(message))
    return differs(fmt::format("assertion differs: `{}' expected, `{}' seen", reported.message, message));
  return true;
}

MatchResult match(const CrashReport& reported, const CrashReport& observed, std::size_t frames) {
  MatchResult result;
  result.same_kind = same_kind(reported, observed.kind, observed.signal, observed.exception_type, observed.message,
                               &result.difference);
  if (result.same_kind && reported.kind == CrashKind::kUndefinedBehaviour && !observed.ubsan_check.empty() &&
      reported.ubsan_check != observed.ubsan_check) {
    result.same_kind = false;
    result.difference =
        fmt::format("UBSan check differs: {} expected, {} seen", reported.ubsan_check, observed.ubsan_check);
  }
  std::vector<const Frame*> wanted = subject_frames_of(reported), seen = subject_frames_of(observed);
  const std::size_t asked = std::min(frames, wanted.size());
  const auto same = [](const Frame* a, const Frame* b) { return same_place(*a, *b); };
  if (reported.kind == CrashKind::kStackOverflow &&
      same_cycle(recursion_cycle(wanted, same), recursion_cycle(seen, same), same)) {
    result.frames_matched = asked;
    return result;
  }
  if (wanted.size() > kShortTrace) {
    wanted.resize(asked);
    wanted = without_recursion(wanted, same);
    seen = without_recursion(seen, same);
  }
  frames = std::min(asked, wanted.size());
  result.frames_matched = frames_in_order(wanted, seen, frames, same, reported.frames_cut);
  if (result.frames_matched == frames)
    result.frames_matched = asked;
  else if (result.same_kind) {
    const std::size_t i = result.frames_matched;
    result.difference = i < seen.size() ? fmt::format("frame {} differs: {} expected, {} seen", i + 1,
                                                      place_of(*wanted[i]), place_of(*seen[i]))
                                        : fmt::format("frame {} is missing: {} expected", i + 1, place_of(*wanted[i]));
  }
  return result;
}

TraceElement trace_element(const Frame& frame) {
  const std::string name = plain_name(frame.function);
  const auto scope = name.rfind("::");
  if (scope == std::string::npos) return {std::string(last_component(frame.file)), name, frame.line};
  return {name.substr(0, scope), name.substr(scope + 2), frame.line};
}

double element_difference(const TraceElement& wanted, const TraceElement& seen) {
  if (wanted.scope != seen.scope) return 3;
  if (wanted.method != seen.method) return 2;
  const double a = wanted.line.value, b = seen.line.value;
  return phi(a > b ? a - b : b - a);
}

double trace_distance(std::span<const TraceElement> wanted, std::span<const TraceElement> seen) {
  double sum = 0;
  for (const TraceElement& element : wanted) {
    double least = 3;
    for (const TraceElement& candidate : seen) least = std::min(least, element_difference(element, candidate));
    sum += least;
  }
  return sum;
}

double prefix_trace_distance(std::span<const TraceElement> wanted, std::span<const TraceElement> seen) {
  const std::size_t common = std::min(wanted.size(), seen.size());
  double sum = static_cast<double>(std::max(wanted.size(), seen.size()) - common);
  for (std::size_t i = 0; i < common; ++i) sum += phi(element_difference(wanted[i], seen[i]));
  return sum;
}

}  // namespace reenact
