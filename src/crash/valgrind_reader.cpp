// Valgrind's Memcheck: "==42==    at 0x10915E: f (file.c:12)" under "==42== Invalid read of size 4".
#include <charconv>
#include <utility>

#include "crash/dialects.h"

namespace reenact::dialects {
namespace {

/// What is behind "==42== "; nullopt of other lines.
std::optional<std::string_view> body_of(std::string_view line) {
  line = trimmed(line);
  if (!line.starts_with("==")) return std::nullopt;
  const auto digits = line.find_first_not_of("0123456789", 2);
  if (digits == 2 || digits == std::string_view::npos || !line.substr(digits).starts_with("==")) return std::nullopt;
  return trimmed(line.substr(digits + 2));
}

/// "by 0x10915E: ns::f(int) (file.cpp:12)" or "at 0x4C2F: raise (in /lib/libc.so.6)" or "by 0x1: ???".
std::optional<Frame> read_valgrind_frame(std::string_view body) {
  if (!body.starts_with("at 0x") && !body.starts_with("by 0x")) return std::nullopt;
  const auto colon = body.find(": ");
  if (colon == std::string_view::npos) return std::nullopt;
  Frame frame;
  frame.address = leading_number(body.substr(3));
  body.remove_prefix(colon + 2);
  const auto open = body.rfind(" (");
  if (open != std::string_view::npos && body.ends_with(')')) {
    const std::string_view place = body.substr(open + 2, body.size() - open - 3);
    if (place.starts_with("in "))
      frame.module = place.substr(3);
    else
      set_place(frame, place);
    body = body.substr(0, open);
  }
  if (body != "???") frame.function = body;
  return frame;
}

std::uint64_t address_behind(std::string_view words, std::string_view body) {
  std::uint64_t address = ~0ULL;
  if (const auto at = body.find(words); at != std::string_view::npos)
    std::from_chars(body.data() + at + words.size(), body.data() + body.size(), address, 16);
  return address;
}

/// kUnknown of what is no crash: uses of uninitialised values, leaks.
CrashKind kind_of_headline(std::string_view body) {
  if (body.starts_with("Invalid read of size") || body.starts_with("Invalid write of size") ||
      body.starts_with("Jump to the invalid address"))
    return CrashKind::kWildAccess;
  if (body.starts_with("Invalid free()")) return CrashKind::kBadFree;
  if (body.starts_with("Mismatched free()")) return CrashKind::kMismatchedFree;
  return CrashKind::kUnknown;
}

/// 11 of "Process terminating with default action of signal 11 (SIGSEGV)", also with "(SIGSEGV): dumping core".
int deadly_signal(std::string_view body) {
  return body.starts_with("Process terminating with default action of signal") ? named_signal(body) : 0;
}

/// What stands below an error's headline, up to the empty line that ends it.
struct Error {
  std::vector<Frame> frames;       // of the crash
  std::vector<OtherStack> others;  // "block was alloc'd at"
  std::string_view address;        // "Address 0x4a8b07e is 4 bytes after a block of size 10 alloc'd"; may be empty
};

/// "Address 0x4a8b07e is 0 bytes inside a block of size 10 free'd", "Block was alloc'd at"
OtherStack::Role valgrind_role(std::string_view body) {
  if (body.ends_with("free'd")) return OtherStack::Role::kFreed;
  return body.contains("alloc'd") ? OtherStack::Role::kAllocated : OtherStack::Role::kOther;
}

/// "Invalid write of size 8"
void read_valgrind_access(std::string_view headline, CrashReport& report) {
  for (const auto& [words, access] : {std::pair{std::string_view("Invalid read of size "), Access::kRead},
                                      std::pair{std::string_view("Invalid write of size "), Access::kWrite}}) {
    if (!headline.starts_with(words)) continue;
    report.access = access;
    std::from_chars(headline.data() + words.size(), headline.data() + headline.size(), report.access_size);
  }
}

Error read_error(const std::vector<std::string>& lines, std::size_t from) {
  Error error;
  constexpr unsigned kMostOther = 8;  // lines in a row: the program's own output, or blank ones of a tracker
  bool in_others = false;
  unsigned other = 0;
  for (std::size_t i = from; i < lines.size() && other < kMostOther; ++i) {
    const auto body = body_of(lines[i]);
    other = body ? 0 : other + 1;
    if (!body) continue;
    if (body->empty()) break;
    if (auto frame = read_valgrind_frame(*body)) {
      (in_others ? error.others.back().frames : error.frames).push_back(std::move(*frame));
      continue;
    }
    in_others = in_others || !error.frames.empty();
    if (in_others) error.others.push_back({valgrind_role(*body), {}});
    if (error.address.empty() && (body->starts_with("Address 0x") || body->contains("at address 0x")))
      error.address = *body;
  }
  assign_owners(error.frames);
  std::erase_if(error.others, [](const OtherStack& each) { return each.frames.empty(); });
  for (OtherStack& stack : error.others) assign_owners(stack.frames);
  return error;
}

CrashKind kind_of_block(CrashKind kind, std::string_view address) {
  if (kind == CrashKind::kBadFree && address.contains(" is 0 bytes inside a block") && address.ends_with("free'd"))
    return CrashKind::kDoubleFree;
  if (kind != CrashKind::kWildAccess) return kind;
  if (address.contains(" a block of size"))  // "... is 4 bytes after a block of size 10 alloc'd"
    return address.ends_with("free'd") ? CrashKind::kUseAfterFree : CrashKind::kHeapOverflow;
  return kind_of_access(address_behind("Address 0x", address));
}

CrashReport report_of(CrashKind kind, int signal, Error error) {
  CrashReport report;
  report.dialect = Dialect::kValgrind;
  report.frames = std::move(error.frames);
  report.signal = signal;
  if (signal == 0) {
    report.kind = kind_of_block(kind, error.address);
  } else {
    deduce_kind(report, report.frames.size());
    if (is_access(report.kind)) report.kind = kind_of_access(address_behind("at address 0x", error.address));
  }
  for (const OtherStack& other : error.others) add_subject_functions(other.frames, report.also_called);
  report.others = std::move(error.others);
  return report;
}

}  // namespace

std::vector<Finding> read_valgrind(const std::vector<std::string>& lines) {
  std::vector<Finding> findings;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const auto body = body_of(lines[i]);
    if (!body) continue;
    const CrashKind kind = kind_of_headline(*body);
    const int signal = deadly_signal(*body);
    if (kind == CrashKind::kUnknown && signal == 0) continue;
    findings.push_back({report_of(kind, signal, read_error(lines, i + 1)), i, ""});
    read_valgrind_access(*body, findings.back().report);
  }
  return findings;
}

}  // namespace reenact::dialects
