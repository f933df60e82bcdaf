// What one run of a test showed, decoded for fitness functions: nothing language-specific, no shared memory.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/ids.h"
#include "crash/report.h"

namespace reenact {

struct TraceFrame {
  FunctionId function;  // into ProgramModel
  Line line;
};

inline constexpr std::size_t kMaxContextLines = 4;

/// A frame that is looked for.
struct ContextFrame {
  FunctionId function;
  std::vector<Line> lines;           // at any of these, at most kMaxContextLines; 0 first: at any at all
  bool is_called_from_afar = false;  // others may be between it and the next one outside
};

/// A call of which it is asked how far the callee was from another result.
struct AskedCall {
  FunctionId callee;
  std::uint32_t caller = 0;  // index into RunOptions::context, or, behind these, into RunOptions::asked
  Line line{};               // of the call; 0: any
};

/// Coverage and distances of one enabled (goal) function during one run. Spans point into the batch: valid until the
/// next batch.
struct FunctionCoverage {
  FunctionId function;
  /// Once the function was entered in context, only what happened from then on counts.
  std::span<const std::uint8_t> hits;  // by BlockId: 1 = entered
  std::span<const float> edges;        // by edge index: smallest raw distance seen; +infinity = branch not executed
  /// Where its innermost activation stood when an exception was last thrown, or the test died, inside of it or of what
  /// it called; 0 = never. If the exception was caught below it, it went on from there.
  Line stopped{};
  /// By edge index less the function's number of branch edges: the same of comparisons that make values
  /// (Produced::truth).
  std::span<const float> truths{};
};

/// Frames of a deed, at most: the innermost ones.
inline constexpr std::size_t kMaxDeedFrames = 16;

/// Who freed or allocated memory.
struct Deed {
  bool is_known = false;           // it was asked for, and seen
  std::vector<TraceFrame> frames;  // innermost first; none: the test itself did it
};

struct Observation {
  bool raised = false;  // the test ended in something a report could describe
  bool invalid =
      false;  // nothing to judge: the test was wrong (null where an object is needed), or is not known to have run
  bool cut_off = false;  // a kTimeout that came soon: run alone (Executor::run_alone), the test might end
  CrashKind kind = CrashKind::kUnknown;
  BuiltInCheck check = BuiltInCheck::kNone;  // that failed; not told of kFortified
  int signal = 0;
  Access access = Access::kUnknown;  // of a finding of AddressSanitizer's, or what the processor refused
  std::string exception_type;        // demangled; kCppException only
  std::string message;
  StatementIndex statement;       // where it ended
  std::uint32_t depth = 0;        // real depth; trace may be shorter (middle frames left out)
  std::vector<TraceFrame> trace;  // innermost first; empty if nothing was raised
  /// Of the memory that a finding of AddressSanitizer is about (RunOptions::releases, RunOptions::allocations).
  Deed freed_by, allocated_by;
  /// Bit i: frame i of RunOptions::context (0 = innermost) was entered, called by frame i + 1 at its line, and so on to
  /// the outermost one. Behind these, a bit for each of RunOptions::asked: the call was made.
  std::uint32_t context = 0;
  std::uint32_t novel = 0;          // blocks of RunOptions::watched that no earlier test on the same lane entered
  std::uint32_t novel_at_goal = 0;  // the same for RunOptions::enabled; and branches there that none came so near to
  std::vector<FunctionCoverage> coverage;  // in the order of RunOptions::enabled, then of RunOptions::deciding
};

}  // namespace reenact
