#include "goal/find_frames.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <ranges>
#include <string_view>
#include <utility>

#include "base/files.h"
#include "base/text.h"
#include "crash/match.h"
#include "crash/optimisation.h"
#include "crash/trace_match.h"
#include "goal/statement_lines.h"
#include "goal/subject_files.h"
#include "program/function_names.h"
#include "run/observation.h"

namespace reenact {
namespace {

bool has_line(const Block& block, std::string_view file_name, const std::string& function_file, Line line) {
  const bool is_own = file_name.empty() || file_name == last_component(function_file);
  if (is_own && std::ranges::find(block.lines, line) != block.lines.end()) return true;
  return std::ranges::any_of(block.other_lines, [&](const PlacedLine& each) {
    return each.line == line && (file_name.empty() || file_name == last_component(each.file));
  });
}

/// Blocks with code at the line of the file. A stack overflow is told in the function's head: at its name, or at the opening
/// brace.
std::vector<BlockId> blocks_at(const Function& function, const std::string& file, Line line) {
  std::vector<BlockId> result;
  for (std::size_t i = 0; i < function.blocks.size(); ++i)
    if (has_line(function.blocks[i], last_component(file), function.file, line)) result.emplace_back(i);
  const bool is_head = line == function.first_line || line == function.brace_line;
  if (result.empty() && is_head && !function.blocks.empty()) result.emplace_back(0u);
  return result;
}

bool is_in_file(const Function& function, const std::string& file) {
  const std::string_view name = last_component(file);
  if (name == last_component(function.file)) return true;
  return std::ranges::any_of(function.blocks, [&](const Block& block) {
    return std::ranges::any_of(block.other_lines,
                               [&](const PlacedLine& each) { return last_component(each.file) == name; });
  });
}

/// May the call be one of `callee`? An indirect one may be of whatever a pointer or vtable holds, if the types agree.
bool may_call(const CallSite& call, const Function& callee) {
  if (call.callee.empty()) return is_held(callee) && call.signature == callee.signature;
  return call.callee == callee.linkage_name || are_variants(call.callee, callee.linkage_name);
}

bool calls_at(const Function& caller, Line line, const Function& callee) {
  return std::ranges::any_of(caller.calls,
                             [&](const CallSite& call) { return call.line == line && may_call(call, callee); });
}

template <typename T>
bool is_among(const T& one, const std::vector<T>& all) {
  return std::ranges::find(all, one) != all.end();
}

/// Of the blocks of a frame's lines, those the frame was in: the failing one of an assertion or throw (innermost frame), or
/// those with the call of the next frame's function. `assert(x)` is a condition and a failure on one line.
std::vector<BlockId> narrowed(const Function& function, const TargetFrame& frame, const Function* callee,
                              bool fails_explicitly) {
  std::vector<BlockId> result;
  for (const BlockId block : frame.blocks) {
    bool keep = false;
    if (callee == nullptr)
      keep = fails_explicitly && function.blocks[block.index()].throws_or_aborts;
    else
      for (const CallSite& call : function.calls)
        keep = keep || (call.block == block && frame.has(call.line) && !call.callee.empty() && may_call(call, *callee));
    if (keep) result.push_back(block);
  }
  return result.empty() ? frame.blocks : result;
}

bool is_deleting(const Function& function) { return function.linkage_name.contains("D0Ev"); }

/// Looks up one report's frames in one program.
class FrameFinder {
 public:
  FrameFinder(const CrashReport& report, const ProgramModel& program)
      : report_(report), program_(program), files_(program) {
    for (const Function& function : program.functions) names_.emplace_back(plain_name(function.linkage_name));
    for (const Frame& frame : report.frames) learn_place(frame);
    for (const OtherStack& other : report.others)
      for (const Frame& frame : other.frames) learn_place(frame);
  }

  Expected<GoalFrames> find() {
    GoalFrames result;
    std::vector<FrameIndex> wanted = report_.subject_frames();
    // What called the subject is no part of the crash; but one frame at least must be told of, if all are like that.
    for (; wanted.size() > 1 && is_of_the_program(report_.frames[wanted.back().index()]); wanted.pop_back())
      result.of_the_program.push_back(wanted.back());
    std::ranges::reverse(result.of_the_program);
    const std::size_t of_type = frames_of_element(wanted);
    for (std::size_t i = 0; i < wanted.size(); ++i)
      if (wanted.size() > 1 && (i < of_type || is_of_another_library(report_.frames[wanted[i].index()])))
        result.of_others.push_back(wanted[i]);
    if (result.of_others.size() < wanted.size())
      std::erase_if(wanted, [&](FrameIndex frame) { return is_among(frame, result.of_others); });
    else
      result.of_others.clear();
    Chain chain = chain_of(wanted, std::nullopt);
    if (!chain.frames.empty())
      for (const FunctionId twin : std::vector(chain.frames.front().twins)) {
        if (chain.rank() == std::pair(wanted.size(), wanted.size() - 1)) break;  // none can be better
        if (Chain other = chain_of(wanted, as_twin(chain.frames.front(), twin)); other.rank() > chain.rank())
          chain = std::move(other);
      }
    result.frames = std::move(chain.frames);
    result.missing = std::move(chain.missing);
    if (result.frames.empty()) return usage_error(called_back(wanted).value_or(result.missing));
    wanted.resize(result.frames.size());
    result.is_unoptimised = report_.is_unoptimised || shows_no_optimisation(wanted, result.frames);
    relate(result.frames, wanted, result.is_unoptimised);
    return result;
  }

  /// The frames from the innermost on, as far as they are found.
  struct Chain {
    std::vector<TargetFrame> frames;
    std::string missing;     // why there are no more
    std::size_t called = 0;  // that the frame outside of them calls at its line
    [[nodiscard]] std::pair<std::size_t, std::size_t> rank() const { return {frames.size(), called}; }
  };

  /// `first`: as the innermost one. Which of several it is, the frames outside of it tell: a C header that is compiled as C++, too, has `parse` and
  /// `parse(state*)`, and what copies a text is not what copies an int.
  Chain chain_of(const std::vector<FrameIndex>& wanted, const std::optional<TargetFrame>& first) {
    Chain result;
    const Function* callee = nullptr;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      // A destructor right outside of itself is the one that frees the memory, too.
      const bool may_be_deleting = i > 0 && wanted[i].value == wanted[i - 1].value + 1;
      if (i > 0 && left_out(wanted[i - 1], wanted[i]) > 0) callee = nullptr;
      auto found =
          i == 0 && first ? first : find(report_.frames[wanted[i].index()], callee, may_be_deleting, result.missing);
      // Only a closed run of frames can be compared: what lies outside of a gap is left out.
      if (!found) break;
      found->silent_lines = silent_lines_around(*found);
      found->receivers = receivers_of(program_[found->function], found->line, callee);
      if (callee != nullptr && calls_at(program_[found->function], found->line, *callee)) ++result.called;
      callee = &program_[found->function];
      result.frames.push_back(std::move(*found));
    }
    return result;
  }

  /// The frame with that one of its twins as its function.
  [[nodiscard]] TargetFrame as_twin(TargetFrame frame, FunctionId twin) const {
    std::ranges::replace(frame.twins, twin, frame.function);
    frame.function = twin;
    frame.blocks.clear();
    for (std::size_t k = 0; k <= frame.other_lines.size(); ++k)
      for (const BlockId block : blocks_at(program_[twin], "", k == 0 ? frame.line : frame.other_lines[k - 1]))
        if (!is_among(block, frame.blocks)) frame.blocks.push_back(block);
    return frame;
  }

  /// In a header of the system's that the subject does not have, or without a place in a library of the system's: of a library that it uses.
  [[nodiscard]] bool is_of_another_library(const Frame& frame) const {
    if (frame.file.empty())
      return is_system_folder(std::string(file_or_module(frame))) && functions_named(frame).empty();
    return is_system_folder(frame.file) && is_of_the_program(frame) && !is_in_header_of_project(frame);
  }

  /// How many of the innermost frames are members of a class of the reporter's that stands in the brackets of the next one.
  [[nodiscard]] std::size_t frames_of_element(const std::vector<FrameIndex>& wanted) const {
    std::size_t count = 0;
    while (count < wanted.size() && is_of_the_program(report_.frames[wanted[count].index()])) ++count;
    if (count == 0 || count == wanted.size()) return 0;
    const std::string& caller = report_.frames[wanted[count].index()].function;
    const auto brackets = caller.find('<');
    const bool are_members = std::ranges::all_of(wanted | std::views::take(count), [&](FrameIndex at) {
      const std::string name = plain_name(report_.frames[at.index()].function);
      const auto scope = name.rfind("::");
      return scope != std::string::npos && brackets != std::string::npos &&
             find_word(caller, name.substr(0, scope), brackets) != std::string::npos;
    });
    return are_members ? count : 0;
  }

  /// What to tell where a function of the reporter's own program crashed, which the subject called back.
  [[nodiscard]] std::optional<std::string> called_back(const std::vector<FrameIndex>& wanted) const {
    const auto frame_at = [&](FrameIndex at) -> const Frame& { return report_.frames[at.index()]; };
    const Frame& crashed = frame_at(wanted.front());
    const auto caller = std::ranges::find_if(wanted, [&](FrameIndex at) { return !is_of_the_program(frame_at(at)); });
    if (caller == wanted.begin() || caller == wanted.end()) return std::nullopt;
    return fmt::format(
        "what crashed is not the project's: {}, which {} calls back\n  next step: if {} is part of the project, add it "
        "to "
        "the compilation database; what crashes in a callback of the reporter's own cannot be reproduced",
        place_of(crashed.function, crashed.file, crashed.line), plain_name(frame_at(*caller).function),
        last_component(crashed.file));
  }

  /// Neither a function nor a file of the subject. A frame without a file may just be spelled differently.
  [[nodiscard]] bool is_of_the_program(const Frame& frame) const {
    if (frame.file.empty() || files_.has(frame.file)) return false;
    return std::ranges::none_of(functions_named(frame), [&](const Function* function) {
      return !files_.has_name(frame.file) || is_in_file(*function, frame.file);
    });
  }

 private:
  [[nodiscard]] std::vector<const Function*> functions_named(const Frame& frame) const {
    std::vector<const Function*> result;
    const Frame wanted{.function = plain_name(frame.function)};
    for (std::size_t i = 0; i < names_.size(); ++i)
      if (same_function(Frame{.function = names_[i]}, wanted)) result.push_back(&program_.functions[i]);
    return result;
  }

  void learn_place(const Frame& frame) {
    if (frame.owner != FrameOwner::kSubject || frame.file.empty() || !files_.has_name(frame.file)) return;
    for (const Function* function : functions_named(frame))
      if (last_component(function->file) == last_component(frame.file) &&
          !blocks_at(*function, frame.file, frame.line).empty())
        files_.learn(frame.file, function->file);
  }

  /// Which compiler numbered the frame's line is not known: clang tells columns.
  static bool is_of_other_compiler(const Function& function, const Frame& frame) {
    return frame.column == 0 && frame.line.value != 0 && last_component(frame.file) == last_component(function.file);
  }

  /// Where `function` calls `callee`; without one, all that it does.
  static std::vector<Line> lines_to_consider(const Function& function, const Function* callee) {
    std::vector<Line> result;
    const auto add = [&](Line line) {
      if (line.value != 0 && !is_among(line, result)) result.push_back(line);
    };
    if (callee != nullptr) {
      for (const CallSite& call : function.calls)
        if (may_call(call, *callee)) add(call.line);
    } else {
      for (const Block& block : function.blocks)
        for (const Line line : block.lines) add(line);
    }
    return result;
  }

  /// Of the lines to consider that of the frame's statement that is nearest.
  std::optional<Line> nearest_of_statement(const Function& function, const Frame& frame, const Function* callee) {
    std::optional<Line> best;
    const auto away = [&](Line each) {
      return std::max(each.value, frame.line.value) - std::min(each.value, frame.line.value);
    };
    for (const Line line : lines_to_consider(function, callee))
      if ((!best || away(line) < away(*best)) && statements_.are_one_statement(function.file, line, frame.line))
        best = line;
    return best;
  }

  /// The lines of the calls that get what the line does: its calls of `callee`, or what it reads.
  std::vector<Line> receivers_of(const Function& function, Line line, const Function* callee) {
    std::vector<SourcePlace> calls;
    for (const CallSite& call : function.calls) calls.push_back({call.line, call.column});
    if (callee == nullptr) return statements_.receivers_of_values(function.file, line, calls);
    std::vector<Line> result;
    for (const CallSite& call : function.calls)
      if (call.line == line && may_call(call, *callee))
        std::ranges::copy(statements_.receivers_of_call(function.file, {call.line, call.column}, calls),
                          std::back_inserter(result));
    return result;
  }

  /// The lines of what is handed over to a call at the frame's line, which is where gcc sees it.
  std::vector<Line> lines_of_arguments(const Function& function, const Frame& frame, const Function* callee) {
    std::vector<Line> result;
    for (const Line line : lines_to_consider(function, callee))
      if (line != frame.line && !is_among(line, result) &&
          statements_.are_one_statement(function.file, line, frame.line) &&
          is_among(frame.line, receivers_of(function, line, callee)))
        result.push_back(line);
    return result;
  }

  /// The other lines of the frame's statement in which the function does nothing, as clang numbers it. Another compiler may have
  /// given the frame one of them, and it can mean nothing else: g++ sees a `throw` over three lines in the third.
  std::vector<Line> silent_lines_around(const TargetFrame& frame) {
    constexpr std::uint32_t kFar = 12;  // lines: of longer statements hardly any is asked for
    const Function& function = program_[frame.function];
    const std::vector<Line> busy = lines_to_consider(function, nullptr);
    std::vector<Line> result;
    const std::uint32_t first = frame.line.value > kFar ? frame.line.value - kFar : 1;
    for (std::uint32_t each = first; frame.line.value != 0 && each <= frame.line.value + kFar; ++each)
      if (!is_among(Line(each), busy) && statements_.are_one_statement(function.file, frame.line, Line(each)))
        result.emplace_back(each);
    return result;
  }

  /// A candidate for one frame: its function, and the lines by the subject's own numbering, the likeliest first.
  struct Candidate {
    const Function* function;
    std::vector<Line> lines{};
    bool is_called = true;  // its lines call what the next frame inside is in
    long likeness = 0;
  };

  std::optional<Candidate> candidate(const Function& function, const Frame& frame, const Function* callee) {
    Candidate result{.function = &function, .likeness = likeness(function, frame.function)};
    if (frame.line.value == 0) {
      result.lines = {frame.line};
      return result;
    }
    const bool has_code = !blocks_at(function, frame.file, frame.line).empty();
    if (has_code && (callee == nullptr || calls_at(function, frame.line, *callee))) result.lines = {frame.line};
    if (is_of_other_compiler(function, frame)) {
      for (const Line line : lines_of_arguments(function, frame, callee))
        if (result.lines.size() < kMaxContextLines) result.lines.push_back(line);
      if (result.lines.empty())
        if (const auto nearest = nearest_of_statement(function, frame, callee)) result.lines = {*nearest};
    }
    if (!result.lines.empty()) return result;
    if (!has_code) return std::nullopt;
    result.lines = {frame.line};
    result.is_called = false;
    return result;
  }

  std::optional<TargetFrame> find(const Frame& frame, const Function* callee, bool may_be_deleting,
                                  std::string& problem) {
    const Function* other_line = nullptr;
    std::vector<Candidate> candidates;
    for (const Function* function : functions_named(frame)) {
      if (may_be_deleting && callee != nullptr && is_deleting(*function) &&
          are_variants(function->linkage_name, callee->linkage_name))
        return deleting(*function, frame);
      if (is_deleting(*function)) continue;
      if (!frame.file.empty() && !is_in_file(*function, frame.file)) continue;
      if (const auto found = candidate(*function, frame, callee))
        candidates.push_back(*found);
      else if (other_line == nullptr)
        other_line = function;
    }
    if (!candidates.empty()) return chosen(candidates, frame);
    const std::string wanted = plain_name(frame.function);
    // Beyond the lines of the one that is here stands another overload, perhaps, of which nothing is instantiated.
    const bool is_overload = other_line != nullptr && is_uninstantiated(frame) &&
                             (frame.line < other_line->first_line || other_line->last_line < frame.line);
    if (other_line != nullptr && !is_overload)
      problem = fmt::format(
          "the report fits another version: {} is at {}:{}-{} here, without code at line {}\n  next step: give the "
          "sources the report was made with",
          wanted, other_line->file, other_line->first_line.value, other_line->last_line.value, frame.line.value);
    else
      problem = is_uninstantiated(frame)
                    ? no_instance(frame, wanted)
                    : fmt::format("the project has no function {}{}", wanted, nearest_functions(program_, wanted));
    return std::nullopt;
  }

  [[nodiscard]] bool is_in_header_of_project(const Frame& frame) const {
    return std::ranges::any_of(program_.headers, [&](const std::string& header) {
      return last_component(header) == last_component(frame.file);
    });
  }

  /// Is it of a template in a header of the project's?
  [[nodiscard]] bool is_uninstantiated(const Frame& frame) const {
    return frame.function.contains('<') && is_in_header_of_project(frame);
  }

  static std::string no_instance(const Frame& frame, const std::string& wanted) {
    constexpr std::size_t kShown = 150;
    const std::string shown =
        frame.function.size() <= kShown ? frame.function : frame.function.substr(0, kShown) + "...";
    return fmt::format(
        "{} is a template, and nothing here makes an instance of it like the report's: {}\n  next step: add a source "
        "file that uses it with such types to the compilation database; a type of the reporter's own is not in the "
        "project",
        wanted, shown);
  }

  /// D0 around D2. Which line it is given, compilers do not agree on.
  static TargetFrame deleting(const Function& function, const Frame& frame) {
    TargetFrame result{.function = function.id, .line = frame.line, .blocks = {BlockId(0u)}, .is_variant = true};
    for (const CallSite& call : function.calls)
      if (are_variants(call.callee, function.linkage_name)) {
        result.line = call.line;
        result.blocks = {call.block};
      }
    return result;
  }

  /// Of overloads, and instantiations of one template, one that calls the next frame inside; of equals the one spelled most like the report's. The others
  /// with code at that line may be meant, too.
  static TargetFrame chosen(const std::vector<Candidate>& candidates, const Frame& frame) {
    const auto rank = [](const Candidate& each) { return std::pair(each.is_called, each.likeness); };
    const Candidate& best = *std::ranges::max_element(candidates, {}, rank);
    TargetFrame result{.function = best.function->id, .line = best.lines.front()};
    result.other_lines.assign(best.lines.begin() + 1, best.lines.end());
    if (frame.line.value == 0) result.blocks = {BlockId(0u)};
    for (const Line line : best.lines)
      if (line.value != 0)
        for (const BlockId block : blocks_at(*best.function, line == frame.line ? frame.file : "", line))
          if (std::ranges::find(result.blocks, block) == result.blocks.end()) result.blocks.push_back(block);
    std::vector<const Candidate*> twins;
    for (const Candidate& each : candidates)
      if (each.function != best.function && each.lines == best.lines) twins.push_back(&each);
    std::ranges::sort(twins, {}, [](const Candidate* each) { return std::pair(-each->likeness, each->function->id); });
    for (const Candidate* each : twins) result.twins.push_back(each->function->id);
    return result;
  }

  /// Does the report itself show that its build was not optimised? Traces of names alone show no inlined functions.
  [[nodiscard]] bool shows_no_optimisation(const std::vector<FrameIndex>& wanted,
                                           const std::vector<TargetFrame>& found) const {
    const Dialect dialect = report_.dialect;
    if (dialect == Dialect::kSystemd || dialect == Dialect::kGlog || dialect == Dialect::kBacktrace) return false;
    if (shows_optimiser(report_.frames) ||
        std::ranges::any_of(report_.others, [](const OtherStack& each) { return shows_optimiser(each.frames); }))
      return false;
    if (shows_no_optimiser(report_.frames, wanted)) return true;
    for (std::size_t i = 0; i + 1 < found.size(); ++i)
      if (is_surely_called(report_.frames, wanted[i].index()) && is_called_in_one_place(program_[found[i].function]))
        return true;
    return false;
  }

  /// A function that nobody but one line of its file calls is a part of the caller to any optimiser, unless it is long.
  [[nodiscard]] bool is_called_in_one_place(const Function& function) const {
    constexpr std::size_t kLong = 20;  // blocks
    if (!function.is_internal || is_held(function) || function.blocks.size() > kLong ||
        function.signature.contains("..."))
      return false;
    std::size_t calls = 0;
    for (const Function& caller : program_.functions)
      for (const CallSite& call : caller.calls)
        if (call.callee == function.linkage_name) calls += &caller == &function ? 2 : 1;
    return calls == 1;
  }

  /// What depends on neighbours: the blocks with the call of the frame inside, and whether nothing was left out between.
  /// `shown`: the frames' indices in the report.
  void relate(std::vector<TargetFrame>& frames, const std::vector<FrameIndex>& shown, bool is_unoptimised) const {
    const bool is_explicit = report_.kind == CrashKind::kAssertion || report_.kind == CrashKind::kCppException ||
                             report_.kind == CrashKind::kAbort;
    const bool fails_here = is_explicit && report_.frames_cut == 0;  // in the innermost of these frames
    for (std::size_t i = 0; i < frames.size(); ++i) {
      const Function& function = program_[frames[i].function];
      if (i > 0) frames[i - 1].left_out = left_out(shown[i - 1], shown[i]);
      const Function* callee = i == 0 || frames[i - 1].left_out > 0 ? nullptr : &program_[frames[i - 1].function];
      frames[i].blocks = narrowed(function, frames[i], callee, fails_here && i == 0);
      if (callee == nullptr) continue;
      const bool is_whole = is_unoptimised && shown[i].value == shown[i - 1].value + 1;
      frames[i - 1].is_called_directly = surely_calls_at(function, frames[i], *callee, is_whole);
    }
  }

  /// How many frames were cut out between the two, by their numbers. How deep an exhausted stack is depends on the build.
  [[nodiscard]] std::size_t left_out(FrameIndex inner, FrameIndex outer) const {
    const std::size_t shown = outer.value - inner.value;
    const std::uint32_t from = report_.frames[inner.index()].number, to = report_.frames[outer.index()].number;
    if (to <= from + shown) return 0;
    return report_.kind == CrashKind::kStackOverflow ? kAnyNumber : to - from - shown;
  }

  /// Does a line of `frame`, of `caller`, call `callee` itself, and not another function whose tail call it may be? Of a call through
  /// a pointer that is only sure if no other function fits, or no frame was left out (`is_whole`).
  [[nodiscard]] bool surely_calls_at(const Function& caller, const TargetFrame& frame, const Function& callee,
                                     bool is_whole) const {
    return std::ranges::any_of(caller.calls, [&](const CallSite& call) {
      if (!frame.has(call.line) || !may_call(call, callee)) return false;
      return is_whole || !call.callee.empty() || std::ranges::none_of(program_.functions, [&](const Function& other) {
               return &other != &callee && may_call(call, other);
             });
    });
  }

  const CrashReport& report_;
  const ProgramModel& program_;
  std::vector<std::string> names_;
  SubjectFiles files_;
  StatementLines statements_;
};

/// Writes what was found of a trace's frames into them.
void complete_frames(std::vector<Frame>& frames, const std::vector<FrameIndex>& wanted,
                     const std::vector<TargetFrame>& found) {
  for (std::size_t i = 0; i < found.size(); ++i) {
    Frame& frame = frames[wanted[i].index()];
    frame.is_called_directly = found[i].is_called_directly;
    frame.is_variant = found[i].is_variant;
    frame.left_out = found[i].left_out;
    frame.lines_here = found[i].other_lines;
    if (found[i].line != frame.line) frame.lines_here.push_back(found[i].line);
    std::ranges::copy(found[i].silent_lines, std::back_inserter(frame.lines_here));
    frame.lines_by_gcc = found[i].receivers;
  }
}

/// Such a stack as a report of its own.
CrashReport explained_by(const std::vector<Frame>& frames, const CrashReport& report) {
  CrashReport stack;
  stack.dialect = report.dialect;
  stack.frames = frames;
  stack.others = {{OtherStack::Role::kOther, report.frames}};  // of the same build
  stack.is_unoptimised = report.is_unoptimised;
  return stack;
}

/// On a stack that explains the crash all frames may be the reporter's, also those of a callback between the subject's.
void complete_stack(std::vector<Frame>& frames, const CrashReport& report, const FrameFinder& finder,
                    const ProgramModel& program) {
  for (Frame& frame : frames) {
    if (frame.owner != FrameOwner::kSubject) continue;
    if (finder.is_of_another_library(frame))
      frame.owner = FrameOwner::kSystem;
    else if (finder.is_of_the_program(frame))
      frame.owner = FrameOwner::kDriver;
  }
  const CrashReport stack = explained_by(frames, report);
  if (const auto found = find_frames(stack, program)) complete_frames(frames, stack.subject_frames(), found->frames);
}

}  // namespace

Expected<GoalFrames> find_frames(const CrashReport& report, const ProgramModel& program) {
  return FrameFinder(report, program).find();
}

std::vector<TargetFrame> find_deed(const CrashReport& report, OtherStack::Role role, const ProgramModel& program) {
  const auto told = std::ranges::find(report.others, role, &OtherStack::role);
  if (told == report.others.end()) return {};
  auto found = find_frames(explained_by(told->frames, report), program);
  if (!found) return {};
  // An object is freed by D0 of its destructor, which has the name of D2, and often its line.
  TargetFrame& innermost = found->frames.front();
  for (const Function& each : program.functions)
    if (is_deleting(each) && are_variants(each.linkage_name, program[innermost.function].linkage_name))
      innermost.twins.push_back(each.id);
  return std::move(found->frames);
}

void complete_report(CrashReport& report, const GoalFrames& found, const ProgramModel& program) {
  const FrameFinder finder(report, program);
  for (const FrameIndex index : found.of_others) {
    Frame& frame = report.frames[index.index()];
    frame.owner = FrameOwner::kSystem;
    if (!finder.is_of_another_library(frame)) {
      report.access_size = 0;  // of a field of the reporter's type
      continue;
    }
    if (std::string file(file_or_module(frame)); !is_among(file, report.files_of_other_libraries))
      report.files_of_other_libraries.push_back(std::move(file));
  }
  complete_frames(report.frames, report.subject_frames(), found.frames);
  for (const FrameIndex frame : found.of_the_program) report.frames[frame.index()].owner = FrameOwner::kDriver;
  report.is_unoptimised = found.is_unoptimised;
  for (OtherStack& other : report.others) complete_stack(other.frames, report, finder, program);
  if (report.kind == CrashKind::kCppException && !report.message.empty())
    report.pattern = std::make_shared<TextPattern>(report.message, program.texts);
}

}  // namespace reenact
