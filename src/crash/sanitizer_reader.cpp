// AddressSanitizer and UndefinedBehaviorSanitizer: "    #0 0x55 in f(int) /path/f.c:12:3" under a headline.
#include <algorithm>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <filesystem>

#include "base/text.h"
#include "crash/dialects.h"

namespace reenact {
namespace {

struct BugName {
  std::string_view text;
  CrashKind kind;
};
// Some headlines tell of a bug without its name: "requested allocation size 0xffffffffffffffff ... exceeds maximum". The most frequent
// name of a kind comes first.
constexpr BugName kBugNames[] = {{"heap-buffer-overflow", CrashKind::kHeapOverflow},
                                 {"container-overflow", CrashKind::kHeapOverflow},
                                 {"negative-size-param", CrashKind::kNegativeSize},
                                 {"stack-buffer-overflow", CrashKind::kStackBufferOverflow},
                                 {"dynamic-stack-buffer-overflow", CrashKind::kStackBufferOverflow},
                                 {"stack-buffer-underflow", CrashKind::kStackBufferOverflow},
                                 {"global-buffer-overflow", CrashKind::kGlobalOverflow},
                                 {"heap-use-after-free", CrashKind::kUseAfterFree},
                                 {"stack-use-after-return", CrashKind::kUseAfterFree},
                                 {"stack-use-after-scope", CrashKind::kUseAfterFree},
                                 {"use-after-poison", CrashKind::kUseAfterFree},
                                 {"double-free", CrashKind::kDoubleFree},
                                 {"attempting free", CrashKind::kBadFree},
                                 {"bad-free", CrashKind::kBadFree},
                                 {"alloc-dealloc-mismatch", CrashKind::kMismatchedFree},
                                 {"new-delete-type-mismatch", CrashKind::kMismatchedFree},
                                 {"bad-malloc_usable_size", CrashKind::kBadFree},
                                 {"stack-overflow", CrashKind::kStackOverflow},
                                 {"allocation-size-too-big", CrashKind::kOutOfMemory},
                                 {"requested allocation size", CrashKind::kOutOfMemory},
                                 {"out-of-memory", CrashKind::kOutOfMemory},
                                 {"out of memory", CrashKind::kOutOfMemory},
                                 {"calloc-overflow", CrashKind::kOutOfMemory},
                                 {"calloc parameters overflow", CrashKind::kOutOfMemory},
                                 {"reallocarray-overflow", CrashKind::kOutOfMemory},
                                 {"reallocarray parameters overflow", CrashKind::kOutOfMemory},
                                 {"rss-limit-exceeded", CrashKind::kOutOfMemory},
                                 {"RSS limit exceeded", CrashKind::kOutOfMemory},
                                 {"param-overlap", CrashKind::kUndefinedBehaviour}};

const BugName& bug_named_in(std::string_view text) {
  static constexpr BugName kNone{"", CrashKind::kUnknown};
  const auto found = std::ranges::find_if(kBugNames, [&](const BugName& each) { return text.contains(each.text); });
  return found == std::end(kBugNames) ? kNone : *found;
}

}  // namespace

CrashKind kind_of_sanitizer_name(std::string_view text) { return bug_named_in(text).kind; }

std::string_view sanitizer_name_of(CrashKind kind) {
  const auto found = std::ranges::find(kBugNames, kind, &BugName::kind);
  return found == std::end(kBugNames) ? std::string_view() : found->text;
}

}  // namespace reenact

namespace reenact::dialects {
namespace {

/// "#3 0x4f in name place" or "#3 0x4f in name (module+0x12) (BuildId: ..)" or "#3 0x4f (module+0x12)".
std::optional<Frame> read_sanitizer_frame(std::string_view line) {
  line = trimmed(line);
  if (!line.starts_with('#')) return std::nullopt;
  std::size_t at = 1;
  while (at < line.size() && line[at] >= '0' && line[at] <= '9') ++at;
  if (at == 1 || at >= line.size() || line[at] != ' ') return std::nullopt;
  Frame frame;
  frame.number = static_cast<std::uint32_t>(leading_number(line.substr(1)));
  line = trimmed(line.substr(at));
  if (!line.starts_with("0x")) return std::nullopt;
  const auto space = line.find(' ');
  if (space == std::string_view::npos) return std::nullopt;
  frame.address = leading_number(line);
  line = trimmed(line.substr(space));
  if (const auto build = line.find(" (BuildId:"); build != std::string_view::npos) line = line.substr(0, build);
  if (!line.starts_with("in ")) {
    if (line.starts_with('(') && line.ends_with(')')) frame.module = line.substr(1, line.size() - 2);
    return frame;
  }
  line = line.substr(3);
  // The place is what follows the last blank outside of brackets; names hold blanks ("char const*", "operator new").
  int depth = 0;
  std::size_t split = std::string_view::npos;
  for (std::size_t i = line.size(); i-- > 0;) {
    const char c = line[i];
    if (c == ')' || (c == '>' && i > 0 && line[i - 1] != '-')) ++depth;
    if (c == '(' || c == '<') --depth;
    // "operator delete[](void*, std::align_val_t)" is one name.
    if (c == ' ' && depth == 0 && !line.substr(0, i).ends_with("operator")) {
      split = i;
      break;
    }
  }
  std::string_view place = split == std::string_view::npos ? std::string_view() : line.substr(split + 1);
  if (place.starts_with('(')) {
    frame.module = place.substr(1, place.size() - 2);
  } else if (place.find_first_of("/.:") != std::string_view::npos && place != "const") {
    set_place(frame, place);
    frame.is_optimised = frame.line.value == 0;  // code of several lines, merged
  } else {
    split = std::string_view::npos;
  }
  frame.function = std::string(split == std::string_view::npos ? line : line.substr(0, split));
  return frame;
}

/// The frames of the first stack below line `from`; blank lines before it are passed over.
std::vector<Frame> read_stack(const std::vector<std::string>& lines, std::size_t from) {
  std::vector<Frame> frames;
  for (std::size_t i = from; i < lines.size(); ++i) {
    if (auto frame = read_sanitizer_frame(lines[i])) {
      frames.push_back(std::move(*frame));
    } else if (!frames.empty()) {
      break;
    } else if (lines[i].contains("runtime error:") || lines[i].contains("SUMMARY:") || i > from + 12) {
      break;
    }
  }
  assign_owners(frames);
  return frames;
}

/// "freed by thread T0 here:", "previously allocated by thread T0 here:", "allocated by thread T0 here:"
OtherStack::Role role_of(std::string_view line) {
  if (line.contains("freed by thread")) return OtherStack::Role::kFreed;
  if (line.contains("allocated by thread")) return OtherStack::Role::kAllocated;
  return OtherStack::Role::kOther;
}

/// "Address 0x7ffd is located in stack of thread T0 at offset 36 in frame"; before it tells who created threads.
constexpr std::string_view kInTheFrameOf = "is located in stack of thread";

/// "0x55 is located 0 bytes after global variable '<string literal>' defined in '/a/main.cpp:9:27' (0x50) of size 4": the place where it is
/// defined. It is the caller's if the caller is of that file. nullopt: the line says nothing of the kind.
std::optional<Frame> read_global(std::string_view line, const std::vector<Frame>& crash) {
  constexpr std::string_view kDefined = " defined in '";
  const auto global = line.find(" global variable '");
  const auto at = global == std::string_view::npos ? global : line.find(kDefined, global);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view place = line.substr(at + kDefined.size());
  Frame frame;
  set_place(frame, place.substr(0, place.find('\'')));
  const bool is_callers = std::ranges::any_of(crash, [&](const Frame& each) {
    return each.owner == FrameOwner::kDriver && !each.file.empty() &&
           last_component(each.file) == last_component(frame.file);
  });
  if (is_callers) frame.owner = FrameOwner::kDriver;
  return frame;
}

/// "0x5020 is located 0 bytes after 16-byte region [0x5010,0x5020)"; older: "to the right of".
BlockSide read_block_side(std::string_view line) {
  if (!line.contains(" is located ") || !line.contains("-byte region [")) return BlockSide::kUnknown;
  if (line.contains(" bytes before ") || line.contains(" to the left of ")) return BlockSide::kBefore;
  if (line.contains(" bytes after ") || line.contains(" to the right of ")) return BlockSide::kAfter;
  return line.contains(" bytes inside of ") ? BlockSide::kInside : BlockSide::kUnknown;
}

/// "global variable 'table.body'": so LLVM calls what it makes of `table = malloc(512)`, where that is all that `table` ever gets.
bool tells_former_allocation(std::string_view line) {
  return line.contains(" global variable '") && line.contains(".body' defined in");
}

/// The stacks that explain the one of the crash, `crash`, up to the end of the report.
std::vector<OtherStack> read_other_stacks(const std::vector<std::string>& lines, std::size_t from,
                                          const std::vector<Frame>& crash) {
  std::vector<OtherStack> stacks;
  for (std::size_t i = from; i < lines.size() && !lines[i].contains("SUMMARY:"); ++i) {
    if (auto global = read_global(lines[i], crash)) stacks.push_back({OtherStack::Role::kOther, {std::move(*global)}});
    if (!lines[i].contains("by thread T") && !lines[i].contains("created by T") && !lines[i].contains(kInTheFrameOf))
      continue;
    if (std::vector<Frame> frames = read_stack(lines, i + 1); !frames.empty())
      stacks.push_back({role_of(lines[i]), std::move(frames)});
  }
  return stacks;
}

/// "READ of size 4 at 0x6020 thread T0", "==1==The signal is caused by a WRITE memory access."
void read_access(std::string_view line, CrashReport& report) {
  for (const Access access : {Access::kRead, Access::kWrite}) {
    const std::string word(to_string(access));
    const std::string sized = word + " of size ";
    if (const std::string_view text = trimmed(line); text.starts_with(sized)) {
      report.access = access;
      std::from_chars(text.data() + sized.size(), text.data() + text.size(), report.access_size);
    }
    if (line.contains("The signal is caused by a " + word + " memory access")) report.access = access;
  }
}

void classify(std::string_view headline, CrashReport& report) {
  const BugName& bug = bug_named_in(headline);
  report.kind = bug.kind;
  report.message = bug.kind == CrashKind::kUnknown ? headline.substr(0, headline.find_first_of(" :\r")) : bug.text;
  if (bug.kind != CrashKind::kUnknown) return;
  // Signals are only reported by ASan, they happen without it too.
  if (headline.starts_with("SEGV")) {
    report.signal = SIGSEGV;
    const auto at = headline.find("unknown address 0x");
    const auto address = at == std::string_view::npos
                             ? ~0ULL
                             : std::strtoull(std::string(headline.substr(at + 16)).c_str(), nullptr, 16);
    report.kind = kind_of_access(address);
  } else if (headline.starts_with("FPE")) {
    report.signal = SIGFPE;
    report.kind = CrashKind::kArithmetic;
  } else if (headline.starts_with("ABRT")) {
    report.signal = SIGABRT;
    report.kind = CrashKind::kAbort;
  } else if (headline.starts_with("BUS")) {
    report.signal = SIGBUS;
    report.kind = CrashKind::kBusError;
  } else if (headline.starts_with("ILL") || headline.starts_with("TRAP")) {
    report.signal = SIGILL;
    report.kind = CrashKind::kIllegalInstruction;
  }
  if (report.kind != CrashKind::kUnknown) report.message.clear();  // the signal says all
}

struct Check {
  std::string_view text, name;
};
constexpr Check kChecks[] = {{"shift exponent", "shift"},
                             {"left shift of", "shift"},
                             {"signed integer overflow", "signed-integer-overflow"},
                             {"unsigned integer overflow", "unsigned-integer-overflow"},
                             {"negation of", "signed-integer-overflow"},
                             {"division by zero", "integer-divide-by-zero"},
                             {"division of", "signed-integer-overflow"},
                             {"null pointer passed as argument", "nonnull-attribute"},
                             {"null pointer returned", "returns-nonnull-attribute"},
                             {"null pointer", "null"},
                             {"misaligned address", "alignment"},
                             {"out of bounds for type", "bounds"},
                             {"out of bounds", "bounds"},
                             {"is outside the range of representable values", "float-cast-overflow"},
                             {"variable length array bound", "vla-bound"},
                             {"not a valid value for type 'bool'", "bool"},
                             {"not a valid value", "enum"},
                             {"without returning a value", "return"},
                             {"reached an unreachable", "unreachable"},
                             {"unreachable program point", "unreachable"},
                             {"insufficient space for an object", "object-size"},
                             {"through pointer to incorrect function type", "function"},
                             {"which does not point to an object of type", "vptr"},
                             {"passing zero to", "builtin"},
                             {"implicit conversion", "implicit-conversion"}};

}  // namespace

std::string ubsan_check(std::string_view message) {
  // "applying non-zero offset 4 to null pointer" and "pointer index expression ... overflowed" are about the pointer.
  if (message.contains("offset") &&
      (message.contains("null pointer") || message.contains("overflowed") || message.contains("produced null")))
    return "pointer-overflow";
  if (message.contains("pointer index expression")) return "pointer-overflow";
  for (const Check& check : kChecks)
    if (message.contains(check.text)) return std::string(check.name);
  return "";
}

std::vector<Finding> read_address_sanitizer(const std::vector<std::string>& lines) {
  std::vector<Finding> findings;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const auto at = lines[i].find("ERROR: AddressSanitizer: ");
    if (at == std::string::npos) continue;
    Finding finding;
    finding.line = i;
    finding.report.dialect = Dialect::kAddressSanitizer;
    classify(std::string_view(lines[i]).substr(at + 25), finding.report);
    finding.report.frames = read_stack(lines, i + 1);
    finding.report.others = read_other_stacks(lines, i + 1, finding.report.frames);
    for (std::size_t k = i + 1; k < lines.size() && !lines[k].contains("SUMMARY:"); ++k) {
      finding.report.was_allocated = finding.report.was_allocated || tells_former_allocation(lines[k]);
      if (finding.report.block_side == BlockSide::kUnknown) finding.report.block_side = read_block_side(lines[k]);
    }
    const bool is_on_stack = finding.report.kind == CrashKind::kStackBufferOverflow;
    for (const OtherStack& other : finding.report.others)
      if (!is_on_stack || other.role != OtherStack::Role::kOther)
        add_subject_functions(other.frames, finding.report.also_called);
    for (std::size_t k = i + 1; k < lines.size() && k < i + 4; ++k) {
      read_access(lines[k], finding.report);
      if (lines[k].contains("address points to the zero page") && finding.report.kind == CrashKind::kWildAccess)
        finding.report.kind = CrashKind::kNullDereference;
    }
    findings.push_back(std::move(finding));
  }
  return findings;
}

std::vector<Finding> read_undefined_sanitizer(const std::vector<std::string>& lines) {
  std::vector<Finding> findings;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const auto at = lines[i].find(": runtime error: ");
    if (at == std::string::npos) continue;
    Finding finding;
    finding.line = i;
    CrashReport& report = finding.report;
    report.dialect = Dialect::kUndefinedSanitizer;
    report.kind = CrashKind::kUndefinedBehaviour;
    report.message = lines[i].substr(at + 17);
    report.ubsan_check = ubsan_check(report.message);
    report.frames = read_stack(lines, i + 1);
    Frame place;
    set_place(place, std::string_view(lines[i]).substr(0, at));
    finding.place = place.file;
    if (report.frames.empty() && place.line.value != 0) {
      report.frames.push_back(place);  // print_stacktrace=0: no function
    } else if (!report.frames.empty() && report.frames.front().line.value == 0 &&
               std::filesystem::path(report.frames.front().file).filename() ==
                   std::filesystem::path(place.file).filename()) {
      report.frames.front().line = place.line;  // two checks that became one have no line; the headline has
    }
    findings.push_back(std::move(finding));
  }
  return findings;
}

}  // namespace reenact::dialects
