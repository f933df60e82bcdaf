// What a crash report says, whatever its dialect.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/ids.h"
#include "crash/texts.h"

namespace reenact {

/// What ended the program. "Exception" in the papers' sense covers all of them.
enum class CrashKind : std::uint8_t {
  kUnknown,
  kNullDereference,  // SEGV in the zero page
  kWildAccess,       // SEGV elsewhere
  kBusError,
  kHeapOverflow,         // ASan heap-buffer-overflow (both ends)
  kStackBufferOverflow,  // ASan stack-buffer-overflow/-underflow
  kGlobalOverflow,
  kUseAfterFree,  // also use-after-poison, use-after-return, use-after-scope
  kDoubleFree,
  kBadFree,         // of what was never allocated, or not its beginning
  kMismatchedFree,  // freed in another way than allocated, or with another size
  kNegativeSize,    // a size below zero given to memcpy and its like
  kStackOverflow,   // recursion
  kAssertion,       // failed assert(): message = the asserted text
  kAbort,           // abort() without a known text
  kCppException,    // left main / std::terminate: exception_type, message
  kArithmetic,      // SIGFPE: integer division by zero, INT_MIN / -1
  kIllegalInstruction,
  kUndefinedBehaviour,  // UBSan: ubsan_check names the -fsanitize= check
  kOutOfMemory,         // allocation-size-too-big, rss limit
  kTimeout,             // a hang: observed, and told apart in reports, but no crash
  kExit,                // the program called exit(); only ever observed
};

/// Lower-case words for people, e.g. "null dereference".
[[nodiscard]] std::string_view to_string(CrashKind kind);
/// Memory was accessed beside the block, local variable or global one that it was meant for.
[[nodiscard]] bool is_overflow(CrashKind kind);

/// A check that a compiler or a library puts into programs whose build asks for it. One that fails calls abort().
enum class BuiltInCheck : std::uint8_t {
  kNone,
  kStandardLibrary,  // libstdc++'s: -D_GLIBCXX_ASSERTIONS
  kStackProtector,   // "stack smashing detected": -fstack-protector-strong
  kFortified         // "buffer overflow detected": -D_FORTIFY_SOURCE=2
};
/// In lower-case words for people: "the stack protector"; "" of kNone.
[[nodiscard]] std::string_view to_string(BuiltInCheck check);

/// How memory was accessed, where that ended the program.
enum class Access : std::uint8_t { kUnknown, kRead, kWrite };
/// As AddressSanitizer says it: "READ", "WRITE"; "" of kUnknown.
[[nodiscard]] std::string_view to_string(Access access);

/// Of AddressSanitizer's name for a bug, in a headline ("attempting double-free on 0x50") or as its runtime gives it
/// ("double-free"); kUnknown if the text holds none.
[[nodiscard]] CrashKind kind_of_sanitizer_name(std::string_view text);
/// AddressSanitizer's name for it, where it has one: "heap-buffer-overflow"; else "".
[[nodiscard]] std::string_view sanitizer_name_of(CrashKind kind);

/// What a SEGV at that address is: kNullDereference in the zero page, else kWildAccess.
[[nodiscard]] CrashKind kind_of_access(std::uint64_t address);
/// Is it one of these two?
[[nodiscard]] bool is_access(CrashKind kind);

/// False of time-outs and exits: they end a program without being a crash.
[[nodiscard]] bool is_crash(CrashKind kind);

/// Whose code a frame belongs to. Only subject frames can be targets.
enum class FrameOwner : std::uint8_t { kSubject, kSystem, kSanitizer, kDriver /* main, test body */ };
/// One lower-case word: "subject".
[[nodiscard]] std::string_view to_string(FrameOwner owner);

/// One activation on the stack.
struct Frame {
  std::string
      function;      // as written: may carry parameters, template arguments, "(anonymous namespace)"; may be empty (??)
  std::string file;  // as written; may be empty
  Line line;         // 0 = unknown
  std::uint32_t column = 0;
  FrameOwner owner = FrameOwner::kSubject;
  std::string module;         // "from libfoo.so", "(/path/app+0x12)"; may be empty
  std::uint64_t address = 0;  // of its code; 0 = not shown
  std::uint32_t number = 0;   // the report's; Valgrind shows none
  bool is_optimised = false;  // the report shows that an optimiser changed it: "<optimized out>", "[inlined]"
  struct Argument {
    std::string name, value;  // gdb "(which=0, newitem=0x0)"; "..." values are left out
  };
  std::vector<Argument> arguments;
  // What the subject tells of it, where it is known (reproduce/find_frames.h):
  bool is_called_directly = false;  // the next frame outside calls this function itself: nothing was left out between
  bool is_variant = false;          // D0 around D2: the compiler's part of the destructor inside; some builds show none
  std::size_t left_out = 0;         // frames between this one and the next outside that who pasted the trace cut out
  std::vector<Line> lines_here{};   // where else than at `line` the subject may have what the report shows there
  std::vector<Line> lines_by_gcc{};  // the same, if gcc builds the subject
};

/// A stack that explains the crash: who freed the memory, who allocated it.
struct OtherStack {
  enum class Role : std::uint8_t { kFreed, kAllocated, kOther };
  Role role = Role::kOther;
  std::vector<Frame> frames;  // innermost first
};
/// "freed", "allocated", "other".
[[nodiscard]] std::string_view to_string(OtherStack::Role role);

/// Whose words a report is in.
enum class Dialect : std::uint8_t {
  kAddressSanitizer,
  kUndefinedSanitizer,
  kValgrind,
  kGdb,
  kLldb,
  kSystemd,    // systemd-coredump, `coredumpctl info`
  kGlog,       // and Abseil's handler
  kBacktrace,  // glibc's backtrace_symbols()
  kAssertLine,
  kTerminate
};
/// The tool's name: "AddressSanitizer".
[[nodiscard]] std::string_view to_string(Dialect dialect);

/// Where an address lies that is described by a heap block. Between two blocks AddressSanitizer takes the nearer one, so the same access
/// may be "16 bytes before" one in one run and "0 bytes after" another in the next.
enum class BlockSide : std::uint8_t { kUnknown, kBefore, kInside, kAfter };

/// One crash. What the report does not tell is empty, 0 or kUnknown.
struct CrashReport {
  Dialect dialect = Dialect::kGdb;
  CrashKind kind = CrashKind::kUnknown;
  int signal = 0;       // 0 = none known
  std::string message;  // assertion text, what(), UBSan text; of kUnknown the name given to the crash, if one was
  std::string exception_type;  // kCppException: demangled type
  std::string ubsan_check;     // kUndefinedBehaviour: name for -fsanitize=, e.g. "shift", "signed-integer-overflow"
  BuiltInCheck check = BuiltInCheck::kNone;  // that failed
  Access access = Access::kUnknown;
  std::uint64_t access_size = 0;               // bytes; 0 = unknown
  BlockSide block_side = BlockSide::kUnknown;  // of what was accessed, to the block that `others` tell of
  std::vector<Frame> frames;                   // innermost first, all of them
  std::vector<OtherStack> others;
  std::size_t frames_cut = 0;   // missing inside of these: a trace whose paste starts at #4 lacks 4
  bool was_allocated = false;   // the global variable that overflows was an allocation: an optimiser made it of one
  bool is_unoptimised = false;  // it is of a build that surely was not optimised (set by goal/find_frames.h)
  std::vector<std::string>
      files_of_other_libraries;  // whose frames are not the subject's, though they look so (set there, too)
  /// Functions of the subject on the report's other stacks ("freed by", "previously allocated by"), each once.
  std::vector<std::string> also_called;
  /// How `message` is made of the subject's literals; null: not known.
  std::shared_ptr<const TextPattern> pattern;
  /// Indices of `frames` that belong to the subject, innermost first: frame k of --frame K is the K-th of these (1-based).
  [[nodiscard]] std::vector<FrameIndex> subject_frames() const;
  /// Does the trace begin where an exception was thrown? One that leaves a noexcept function shows the throw in a build of
  /// gcc's; in one of clang's the stack is unwound up to that function.
  [[nodiscard]] bool shows_throw() const;
  /// Did the crashed program itself delete an object that was used behind it: "freed by" `#0 operator delete(void*)  #1 main`? Destructors
  /// in between belong to the subject.
  [[nodiscard]] bool shows_delete() const;
};

/// The text between the quotation mark at `at` of an argument's value and the next one, gdb's escapes resolved; `at` ends
/// behind it.
[[nodiscard]] std::string shown_text(std::string_view value, std::size_t& at);

/// `41` of an argument's value `n@entry=41`, as gdb shows it where the function has no other; any other value as it is.
[[nodiscard]] std::string_view without_entry(std::string_view value);

}  // namespace reenact
