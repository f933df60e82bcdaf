#include "crash/match.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <csignal>
#include <optional>

#include "abi/texts.h"
#include "base/files.h"
#include "base/text.h"
#include "crash/dialects.h"
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

std::string place_of(const Frame& frame) { return reenact::place_of(frame.function, frame.file, frame.line); }

/// A debugger shows no address, or only where somebody pasted the line in which it does; handlers hardly ever do.
bool may_lack_address(const CrashReport& report) {
  return report.dialect == Dialect::kGdb || report.dialect == Dialect::kLldb || report.dialect == Dialect::kSystemd ||
         report.dialect == Dialect::kGlog || report.dialect == Dialect::kBacktrace;
}

/// "unknown-crash" rather than "unknown crash", where it has a name.
std::string kind_in_words(CrashKind kind, std::string_view message) {
  return std::string(kind == CrashKind::kUnknown && !message.empty() ? message : to_string(kind));
}

/// True if either tells none. Of several texts that the exception has, any may be the one that the report shows. Reports, and what
/// a verdict reads, have lost the blanks around a text: a search that keeps them would find what no verdict confirms.
bool same_text(const CrashReport& reported, std::string_view text) {
  const std::string_view seen = trimmed(text);
  if (reported.message.empty() || seen.empty() || reported.message == seen) return true;
  const std::optional<TextPattern> made =
      reported.pattern ? std::nullopt : std::optional<TextPattern>(reported.message);
  const TextPattern& pattern = made ? *made : *reported.pattern;
  if (pattern.agrees(seen)) return true;
  constexpr std::string_view kBetween = kReenactBetweenTexts;
  if (!seen.contains(kBetween)) return false;
  for (std::size_t from = 0, end = 0; end != std::string_view::npos; from = end + kBetween.size()) {
    end = seen.find(kBetween, from);
    const std::string_view one = seen.substr(from, end == std::string_view::npos ? end : end - from);
    if (reported.message == one || pattern.agrees(one)) return true;
  }
  return false;
}

const OtherStack* stack_of(const CrashReport& report, OtherStack::Role role) {
  const auto found = std::ranges::find(report.others, role, &OtherStack::role);
  return found == report.others.end() ? nullptr : &*found;
}

/// Two overflows of memory in different places, such as the heap and the stack?
bool differ_in_place(const CrashReport& a, const CrashReport& b) {
  return is_overflow(a.kind) && is_overflow(b.kind) && a.kind != b.kind;
}

/// A global variable that nothing is told of may be a literal of the caller's.
bool may_be_of_the_caller(const CrashReport& report) {
  return is_of_the_caller(report) ||
         (report.kind == CrashKind::kGlobalOverflow && stack_of(report, OtherStack::Role::kOther) == nullptr);
}

}  // namespace

bool is_of_the_caller(const CrashReport& report) {
  const auto role = report.kind == CrashKind::kHeapOverflow ? OtherStack::Role::kAllocated : OtherStack::Role::kOther;
  const OtherStack* owner = stack_of(report, role);
  if (owner == nullptr) return false;
  const auto has = [&](FrameOwner whose) {
    return std::ranges::find(owner->frames, whose, &Frame::owner) != owner->frames.end();
  };
  return has(FrameOwner::kDriver) && !has(FrameOwner::kSubject);
}

std::string_view file_or_module(const Frame& frame) {
  return frame.file.empty() ? std::string_view(frame.module).substr(0, frame.module.find('+')) : frame.file;
}

std::string place_of(const std::string& function, std::string_view file, Line line) {
  std::string name(plain_name(function));
  if (file.empty()) return name;
  return line.value == 0 ? fmt::format("{} ({})", name, last_component(file))
                         : fmt::format("{} ({}:{})", name, last_component(file), line.value);
}

bool same_function(const Frame& a, const Frame& b) {
  return names_agree(plain_name(a.function), plain_name(b.function));
}

bool same_place(const Frame& a, const Frame& b) {
  if (!same_function(a, b)) return false;
  if (!a.file.empty() && !b.file.empty() && last_component(a.file) != last_component(b.file)) return false;
  return a.line.value == 0 || b.line.value == 0 || a.line == b.line ||
         std::ranges::find(a.lines_here, b.line) != a.lines_here.end();
}

bool same_access(Access reported, Access seen) {
  return reported == Access::kUnknown || seen == Access::kUnknown || reported == seen;
}

bool same_assertion(const CrashReport& reported, std::string_view text) {
  return without_blanks(reported.message) ==
         without_blanks(reported.check == BuiltInCheck::kStandardLibrary ? dialects::plain_condition(text) : text);
}

namespace {

/// What glibc's heap says of the pointer that it refuses; "" of a text that does not tell, such as "double free or corruption (out)" or
/// "free(): invalid size": the heap was overwritten before.
std::string_view refused_pointer(std::string_view text) {
  if (text.contains("double free detected") || text.contains("double free or corruption (fasttop)"))
    return "double free";
  return text.contains("invalid pointer") ? "invalid pointer" : "";
}

/// What had ended, of a use after its end: "stack" of AddressSanitizer's "stack-use-after-return"; "" of words that do not tell.
std::string_view ended_memory(std::string_view message) {
  return message.starts_with("heap-use-after") ? "heap" : message.starts_with("stack-use-after") ? "stack" : "";
}

}  // namespace

namespace {

/// Did the program end itself? A failed check that looks for a debugger stops there, and calls abort() where there is none.
bool ends_itself(CrashKind kind, int signal) {
  return kind == CrashKind::kAbort || (kind == CrashKind::kIllegalInstruction && signal == SIGTRAP);
}

}  // namespace

bool same_kind(const CrashReport& reported, CrashKind kind, int signal, std::string_view exception_type,
               std::string_view message, std::string* difference) {
  const auto differs = [&](std::string text) {
    if (difference != nullptr) *difference = std::move(text);
    return false;
  };
  bool same = reported.kind == kind;
  // A kind that is named, but that nobody knows, says that not any crash will do.
  if (reported.kind == CrashKind::kUnknown)
    same = reported.message.empty() ? is_crash(kind) : same && reported.message == message;
  if (may_lack_address(reported)) {
    if (is_access(reported.kind) && is_access(kind)) same = true;
    if (is_access(reported.kind) && kind == CrashKind::kBusError) same = signal == reported.signal;
  }
  if (ends_itself(reported.kind, reported.signal) && ends_itself(kind, signal)) same = true;
  if (reported.was_allocated && kind == CrashKind::kHeapOverflow) same = true;
  // Where a caller keeps its buffer is its own matter.
  if (is_overflow(reported.kind) && is_overflow(kind) && may_be_of_the_caller(reported)) same = true;
  if (!same)
    return differs(fmt::format("kind differs: {} expected, {} seen", kind_in_words(reported.kind, reported.message),
                               kind_in_words(kind, message)));
  if (kind == CrashKind::kCppException && !reported.exception_type.empty() &&
      plain_name(reported.exception_type) != plain_name(exception_type))
    return differs(fmt::format("exception differs: {} expected, {} seen", reported.exception_type, exception_type));
  if (kind == CrashKind::kCppException && !same_text(reported, message))
    return differs(fmt::format("text differs: \"{}\" expected, \"{}\" seen", reported.message, message));
  if (const auto wanted = refused_pointer(reported.message), seen = refused_pointer(message);
      kind == CrashKind::kAbort && !wanted.empty() && !seen.empty() && wanted != seen)
    return differs(fmt::format("what the heap refuses differs: {} expected, {} seen", wanted, seen));
  if (const auto wanted = ended_memory(reported.message), seen = ended_memory(message);
      kind == CrashKind::kUseAfterFree && !wanted.empty() && !seen.empty() && wanted != seen)
    return differs(fmt::format("kind differs: {} expected, {} seen", reported.message, message));
  if (kind == CrashKind::kAssertion && !reported.message.empty() && !same_assertion(reported, message))
    return differs(fmt::format("assertion differs: `{}' expected, `{}' seen", reported.message, message));
  return true;
}

namespace {

using Frames = std::vector<const Frame*>;

constexpr auto kSamePlace = [](const Frame* a, const Frame* b) { return same_place(*a, *b); };

/// Of a constructor ("ns::T::T") or destructor.
bool makes_or_ends(const std::string& name) {
  const auto scope = name.rfind("::");
  if (scope == std::string::npos) return name.starts_with('~');
  const std::string_view method = std::string_view(name).substr(scope + 2),
                         owner = std::string_view(name).substr(0, scope);
  return method.starts_with('~') || owner == method || owner.ends_with(fmt::format("::{}", method));
}

constexpr TraceRules kFrameRules{kSamePlace, [](const Frame* wanted) { return most_between(*wanted); },
                                 [](const Frame* wanted) { return wanted->is_variant; },
                                 [](const Frame* inner, const Frame* outer) {
                                   return same_function(*inner, *outer) && makes_or_ends(plain_name(inner->function));
                                 }};

std::string access_of(const CrashReport& report) {
  return report.access_size == 0 ? std::string(to_string(report.access))
                                 : fmt::format("{} of {} bytes", to_string(report.access), report.access_size);
}

/// Does the innermost frame access memory by itself? memcpy accesses as much as it is told to.
bool accesses_itself(const CrashReport& report) {
  return report.frames_cut == 0 && !report.frames.empty() && report.frames.front().owner == FrameOwner::kSubject;
}

/// same_access(), and of as many bytes.
bool same_access_and_size(const CrashReport& reported, const CrashReport& observed) {
  if (reported.access == Access::kUnknown || observed.access == Access::kUnknown) return true;
  if (!same_access(reported.access, observed.access)) return false;
  return reported.access_size == 0 || observed.access_size == 0 || reported.access_size == observed.access_size ||
         !accesses_itself(reported) || !accesses_itself(observed);
}

/// same_kind(), and what the search does not see.
bool same_crash(const CrashReport& reported, const CrashReport& observed, std::string& difference) {
  if (!same_kind(reported, observed.kind, observed.signal, observed.exception_type, observed.message, &difference))
    return false;
  if (differ_in_place(reported, observed) && !reported.was_allocated && !is_of_the_caller(observed)) {
    difference = fmt::format("the memory is not the caller's: {} expected, {} seen", to_string(reported.kind),
                             to_string(observed.kind));
    return false;
  }
  if (reported.kind == CrashKind::kUndefinedBehaviour && !observed.ubsan_check.empty() &&
      reported.ubsan_check != observed.ubsan_check) {
    difference = fmt::format("UBSan check differs: {} expected, {} seen", reported.ubsan_check, observed.ubsan_check);
    return false;
  }
  // What AddressSanitizer sees, it sees before the others.
  if (reported.check != BuiltInCheck::kNone && reported.check != observed.check &&
      observed.dialect != Dialect::kAddressSanitizer) {
    const auto words = [](BuiltInCheck check) {
      return check == BuiltInCheck::kNone ? "the program itself" : to_string(check);
    };
    difference = fmt::format("what ended the program differs: {} expected, {} seen", words(reported.check),
                             words(observed.check));
    return false;
  }
  if (!same_access_and_size(reported, observed)) {
    difference = fmt::format("access differs: {} expected, {} seen", access_of(reported), access_of(observed));
    return false;
  }
  return true;
}

/// Where only an optimiser would have left out what is seen between frame `index` and the next one inside: what that is.
std::string surplus_frames(const Frames& wanted, const Frames& seen, std::size_t index) {
  if (index == 0) return "";
  const Frame &inner = *wanted[index - 1], &outer = *wanted[index];
  auto at = std::ranges::find_if(seen, [&](const Frame* each) { return same_place(inner, *each); });
  std::vector<std::string> surplus;
  if (at == seen.end()) return "";
  for (++at; at != seen.end() && surplus.size() <= kMaxElided; ++at) {
    if (same_place(outer, **at))
      return surplus.empty()
                 ? ""
                 : fmt::format("{} between {} and {} is not in the report, which is of an unoptimised build",
                               fmt::join(surplus, ", "), place_of(inner), place_of(outer));
    surplus.push_back(place_of(**at));
  }
  return "";
}

/// "differs" or "is missing": of frame `index`, the first that was not found.
std::string frame_difference(const Frames& wanted, const Frames& seen, std::size_t index, bool is_unoptimised) {
  if (is_unoptimised)
    if (std::string surplus = surplus_frames(wanted, seen, index); !surplus.empty()) return surplus;
  if (index < seen.size())
    return fmt::format("frame {} differs: {} expected, {} seen", index + 1, place_of(*wanted[index]),
                       place_of(*seen[index]));
  return fmt::format("frame {} is missing: {} expected", index + 1, place_of(*wanted[index]));
}

Frames subject_frames_of(const std::vector<Frame>& frames) {
  Frames result;
  for (const Frame& frame : frames)
    if (frame.owner == FrameOwner::kSubject && !frame.function.empty()) result.push_back(&frame);
  return result;
}

/// The same of what is observed: without frames that are of other libraries in the report.
Frames subject_frames_seen(const std::vector<Frame>& frames, const CrashReport& reported) {
  Frames result = subject_frames_of(frames);
  std::erase_if(result, [&](const Frame* frame) {
    const std::string_view seen_in = file_or_module(*frame);
    return is_system_folder(std::string(seen_in)) &&
           std::ranges::any_of(reported.files_of_other_libraries, [&](const std::string& file) {
             return last_component(file) == last_component(seen_in);
           });
  });
  return result;
}

/// Is the address told by the block in front of it in one report, and by the one behind it in the other?
bool lies_between_blocks(const CrashReport& reported, const CrashReport& observed) {
  const auto is = [&](BlockSide a, BlockSide b) { return reported.block_side == a && observed.block_side == b; };
  return is(BlockSide::kBefore, BlockSide::kAfter) || is(BlockSide::kAfter, BlockSide::kBefore);
}

/// Of the stacks "freed by" and "allocated by" that both show: how they differ; empty if they do not.
std::string stack_difference(const CrashReport& reported, const CrashReport& observed) {
  for (const OtherStack::Role role : {OtherStack::Role::kFreed, OtherStack::Role::kAllocated}) {
    const OtherStack *a = stack_of(reported, role), *b = stack_of(observed, role);
    if (a == nullptr || b == nullptr || lies_between_blocks(reported, observed)) continue;
    const Frames wanted = subject_frames_of(a->frames), seen = subject_frames_seen(b->frames, reported);
    const std::size_t matched = frames_in_order(wanted, seen, wanted.size(), kFrameRules);
    if (matched < wanted.size())
      return fmt::format("the memory was {} elsewhere: {}", to_string(role),
                         frame_difference(wanted, seen, matched, reported.is_unoptimised));
  }
  return "";
}

/// In words: what of the frames the report does not tell.
void add_not_told(const Frames& frames, std::size_t count, std::vector<std::string>& result) {
  for (std::size_t i = 0; i < std::min(count, frames.size()); ++i) {
    const Frame& frame = *frames[i];
    if (frame.left_out > 0 && i + 1 < std::min(count, frames.size()))
      result.push_back(fmt::format("what the report leaves out between frames {} and {}", i + 1, i + 2));
    if (frame.line.value != 0 && !frame.file.empty()) continue;
    const char* what = frame.line.value != 0 ? "the file" : frame.file.empty() ? "file and line" : "the line";
    result.push_back(fmt::format("{} of frame {} ({})", what, i + 1, plain_name(frame.function)));
  }
}

std::vector<std::string> not_compared(const CrashReport& reported, const CrashReport& observed) {
  std::vector<std::string> result;
  if (reported.kind == CrashKind::kUnknown && reported.message.empty())
    result.emplace_back("the kind of crash, which the report does not tell");
  if (reported.kind == CrashKind::kCppException) {
    if (reported.exception_type.empty() && !observed.exception_type.empty())
      result.emplace_back("the exception's type, which the report does not tell");
    if (reported.message.empty() && !observed.message.empty())
      result.emplace_back("the exception's text, which the report does not tell");
    if (!reported.message.empty() && observed.message.empty())
      result.emplace_back("the exception's text, which the test does not show");
  }
  if (reported.access != Access::kUnknown && observed.access == Access::kUnknown)
    result.push_back(fmt::format("that it was a {}", to_string(reported.access)));
  if (differ_in_place(reported, observed)) {
    if (reported.was_allocated) return result;
    result.emplace_back("where the caller keeps the memory: on the heap, on the stack or in a global variable");
    return result;
  }
  for (const OtherStack& other : reported.others)
    if (other.role != OtherStack::Role::kOther &&
        (stack_of(observed, other.role) == nullptr || lies_between_blocks(reported, observed)))
      result.push_back(fmt::format("where the memory was {}", to_string(other.role)));
  return result;
}

/// Compares the traces of two crashes of one kind.
void match_frames(const CrashReport& reported, const CrashReport& observed, std::size_t frames, MatchResult& result) {
  Frames wanted = subject_frames_of(reported.frames), seen = subject_frames_seen(observed.frames, reported);
  const std::size_t asked = std::min(frames, wanted.size());
  if (reported.kind == CrashKind::kStackOverflow) {
    const Frames cycle = recursion_cycle(wanted, kSamePlace);
    if (same_cycle(cycle, recursion_cycle(seen, kSamePlace), kFrameRules)) {
      result.same = true;
      result.frames_matched = result.cycle = std::min(cycle.size(), asked);
      add_not_told(cycle, cycle.size(), result.not_compared);
      return;
    }
    // To the outer end of such a stack debuggers are on their way for a minute.
    const auto gap = std::ranges::find_if(wanted, [](const Frame* each) { return each->left_out == kAnyNumber; });
    const auto inside = static_cast<std::size_t>(gap - wanted.begin()) + 1;
    if (inside < asked && frames_in_order(wanted, seen, inside, kFrameRules, reported.frames_cut) == inside) {
      result.same = true;
      result.frames_matched = result.cycle = inside;
      add_not_told(wanted, inside, result.not_compared);
      result.not_compared.emplace_back("the frames outside of those that the report leaves out");
      return;
    }
  }
  if (wanted.size() > kShortTrace) {
    wanted.resize(asked);
    const std::size_t before = wanted.size();
    wanted = without_recursion(wanted, kSamePlace);
    seen = without_recursion(seen, kSamePlace);
    if (wanted.size() < before) result.not_compared.emplace_back("how often the recursion goes around");
  }
  const std::size_t needed = std::min(asked, wanted.size());
  result.frames_matched = frames_in_order(wanted, seen, needed, kFrameRules, reported.frames_cut);
  result.same = result.frames_matched == needed;
  if (!result.same) {
    result.difference = frame_difference(wanted, seen, result.frames_matched, reported.is_unoptimised);
    return;
  }
  add_not_told(wanted, needed, result.not_compared);
  result.frames_matched = asked;
}

}  // namespace

MatchResult match(const CrashReport& reported, const CrashReport& observed, std::size_t frames) {
  MatchResult result;
  std::string difference;
  result.same_kind = same_crash(reported, observed, difference);
  match_frames(reported, observed, frames, result);
  if (!result.same_kind) result.difference = std::move(difference);
  if (!result.same_kind || !result.same) {
    result.same = false;
    result.not_compared.clear();
    return result;
  }
  result.difference = stack_difference(reported, observed);
  result.same = result.difference.empty();
  for (std::string& each : not_compared(reported, observed)) result.not_compared.push_back(std::move(each));
  return result;
}

}  // namespace reenact
