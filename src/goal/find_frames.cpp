#include "goal/find_frames.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "crash/match.h"
#include "program/function_names.h"

namespace reenact {
namespace {

/// Blocks with code at the line. A stack overflow is told in the function's head: at its name, or at the opening brace.
std::vector<BlockId> blocks_at(const Function& function, Line line) {
  std::vector<BlockId> result;
  for (std::size_t i = 0; i < function.blocks.size(); ++i)
    if (std::ranges::find(function.blocks[i].lines, line) != function.blocks[i].lines.end()) result.emplace_back(i);
  const bool is_head = line == function.first_line || line == function.brace_line;
  if (result.empty() && is_head && !function.blocks.empty()) result.emplace_back(0u);
  return result;
}

/// Of the blocks on the line, those the frame was in: the failing one of an assertion or throw (innermost frame), or
/// those with the call of the next frame's function. `assert(x)` is a condition and a failure on one line.
std::vector<BlockId> narrowed(const Function& function, const std::vector<BlockId>& blocks, Line line,
                              const Function* callee, bool fails_explicitly) {
  std::vector<BlockId> result;
  for (const BlockId block : blocks) {
    bool keep = false;
    if (callee == nullptr)
      keep = fails_explicitly && function.blocks[block.index()].throws_or_aborts;
    else
      for (const CallSite& call : function.calls)
        keep = keep || (call.block == block && call.line == line && call.callee == callee->linkage_name);
    if (keep) result.push_back(block);
  }
  return result.empty() ? blocks : result;
}

/// Looks up one report's frames in one program.
class FrameFinder {
 public:
  FrameFinder(const CrashReport& report, const ProgramModel& program) : report_(report), program_(program) {
    for (const Function& function : program.functions) names_.emplace_back(plain_name(function.linkage_name));
  }

  Expected<GoalFrames> find() {
    GoalFrames result;
    std::vector<FrameIndex> wanted = report_.subject_frames();
    // What called the subject is no part of the crash; but one frame at least must be told of, if all are like that.
    for (; wanted.size() > 1 && is_of_the_program(report_.frames[wanted.back().index()]); wanted.pop_back())
      result.of_the_program.push_back(wanted.back());
    for (const FrameIndex index : wanted) {
      const Frame& frame = report_.frames[index.index()];
      auto found = find(frame, result.missing);
      // Only a closed run of frames can be compared: what lies outside of a gap is left out.
      if (!found) break;
      result.frames.push_back(std::move(*found));
    }
    if (result.frames.empty()) return usage_error(result.missing);
    narrow(result.frames);
    return result;
  }

 private:
  /// Neither a function nor a file of the subject. A frame without a file may just be spelled differently.
  [[nodiscard]] bool is_of_the_program(const Frame& frame) const {
    if (frame.file.empty()) return false;
    const std::string wanted = plain_name(frame.function);
    for (std::size_t i = 0; i < names_.size(); ++i)
      if (last_component(frame.file) == last_component(program_.functions[i].file) ||
          same_function(Frame{.function = names_[i]}, Frame{.function = wanted}))
        return false;
    return true;
  }

  std::optional<TargetFrame> find(const Frame& frame, std::string& problem) const {
    const std::string wanted = plain_name(frame.function);
    const Function* other_line = nullptr;
    const Function* best = nullptr;
    for (std::size_t i = 0; i < names_.size(); ++i) {
      const Function& function = program_.functions[i];
      Frame written;
      written.function = names_[i];
      if (!same_function(written, Frame{.function = wanted})) continue;
      if (!frame.file.empty() && last_component(frame.file) != last_component(function.file)) continue;
      if (frame.line.value != 0 && blocks_at(function, frame.line).empty()) {
        if (other_line == nullptr) other_line = &function;
      } else if (best == nullptr || likeness(function, frame.function) > likeness(*best, frame.function)) {
        best = &function;
      }
    }
    if (best != nullptr && frame.line.value == 0) return TargetFrame{best->id, Line(0u), {BlockId(0u)}};
    if (best != nullptr) return TargetFrame{best->id, frame.line, blocks_at(*best, frame.line)};
    if (other_line != nullptr) {
      problem = fmt::format(
          "the report fits another version: {} is at {}:{}-{} here, without code at line {}\n  next step: give the "
          "sources the report was made with",
          wanted, other_line->file, other_line->first_line.value, other_line->last_line.value, frame.line.value);
      return std::nullopt;
    }
    problem = fmt::format("the subject has no function {}{}", wanted, nearest_functions(program_, wanted));
    return std::nullopt;
  }

  void narrow(std::vector<TargetFrame>& frames) const {
    const bool is_explicit = report_.kind == CrashKind::kAssertion || report_.kind == CrashKind::kCppException ||
                             report_.kind == CrashKind::kAbort;
    const bool fails_here = is_explicit && report_.frames_cut == 0;  // in the innermost of these frames
    for (std::size_t i = 0; i < frames.size(); ++i) {
      const Function* callee = i == 0 ? nullptr : &program_[frames[i - 1].function];
      frames[i].blocks = narrowed(program_[frames[i].function], frames[i].blocks, frames[i].line, callee, fails_here);
    }
  }

  const CrashReport& report_;
  const ProgramModel& program_;
  std::vector<std::string> names_;
};
}  // namespace

Expected<GoalFrames> find_frames(const CrashReport& report, const ProgramModel& program) {
  return FrameFinder(report, program).find();
}
}  // namespace reenact
