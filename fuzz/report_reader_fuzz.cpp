// Whatever the text, the report reader answers: a report or an error. And what it reads is the same crash as itself.
#include <cstdint>
#include <cstdlib>

#include "crash/match.h"
#include "crash/reader.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace reenact;
  const auto report = read_crash_report({reinterpret_cast<const char*>(data), size}, "fuzzed");
  if (!report) {
    if (report.error().message.empty()) std::abort();
    return 0;
  }
  const std::size_t frames = report->subject_frames().size();
  // Of UBSan's headline alone only the place is known, no function.
  if (frames == 0 && report->dialect != Dialect::kUndefinedSanitizer) std::abort();
  const MatchResult result = match(*report, *report, frames);
  // An exhausted stack claims its cycle alone, however often the trace shows it.
  const bool is_whole =
      result.frames_matched == frames || (report->kind == CrashKind::kStackOverflow && result.frames_matched > 0);
  if (!result.same_kind || !is_whole || !result.difference.empty()) std::abort();
  std::vector<TraceElement> trace;
  for (const Frame& frame : report->frames) trace.push_back(trace_element(frame));
  if (trace_distance(trace, trace) != 0 || prefix_trace_distance(trace, trace) != 0) std::abort();
  return 0;
}
