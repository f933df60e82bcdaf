#include "run/decoder.h"

#include <llvm/Demangle/Demangle.h>

#include <csignal>

namespace reenact {
namespace {

CrashKind signal_kind(int signal, std::uint64_t address) {
  switch (signal) {
    case SIGSEGV:
      return kind_of_access(address);
    case SIGBUS:
      return CrashKind::kBusError;
    case SIGFPE:
      return CrashKind::kArithmetic;
    case SIGABRT:
      return CrashKind::kAbort;
    default:
      return CrashKind::kUnknown;
  }
}

CrashKind kind_of(const ReenactObservation& seen, const RunOptions& options) {
  switch (seen.outcome) {
    case kReenactException:
      return CrashKind::kCppException;
    case kReenactTerminate:
      return seen.exception_type[0] != '\0' ? CrashKind::kCppException : CrashKind::kAbort;
    case kReenactAssertion:
    case kReenactStandardAssertion:
      return CrashKind::kAssertion;
    case kReenactSmashed:
      return CrashKind::kStackBufferOverflow;
    case kReenactSanitizer:
      return kind_of_sanitizer_name(text_in(seen.message));
    case kReenactTrap:
      return options.ubsan_check.empty() ? CrashKind::kIllegalInstruction : CrashKind::kUndefinedBehaviour;
    case kReenactStackOverflow:
      return CrashKind::kStackOverflow;
    case kReenactTimeout:
    case kReenactCutOff:
      return CrashKind::kTimeout;
    case kReenactOutOfMemory:
      return CrashKind::kOutOfMemory;
    case kReenactExit:
      return CrashKind::kExit;
    case kReenactSignal:
      return signal_kind(seen.signal, seen.address);
    default:
      return CrashKind::kUnknown;
  }
}

BuiltInCheck check_of(const ReenactObservation& seen) {
  if (seen.outcome == kReenactStandardAssertion) return BuiltInCheck::kStandardLibrary;
  return seen.outcome == kReenactSmashed ? BuiltInCheck::kStackProtector : BuiltInCheck::kNone;
}

}  // namespace

const std::string& TypeNames::operator[](std::string_view mangled) {
  if (const auto known = names_.find(mangled); known != names_.end()) return known->second;
  if (names_.size() == kMost) names_.clear();
  std::string name = llvm::demangle("_ZTS" + std::string(mangled));
  constexpr std::string_view kind = "typeinfo name for ";
  name = name.starts_with(kind) ? name.substr(kind.size()) : std::string(mangled);  // cut off: it is no name
  return names_[std::string(mangled)] = std::move(name);
}

const Observation& ForkServer::Decoder::operator()(Lane& lane, std::size_t i) {
  const ReenactObservation& seen = lane.segment().observation(i);
  const std::uint32_t outcome = peek(seen.outcome);
  out_.invalid = outcome == kReenactInvalid;
  out_.raised = !out_.invalid && outcome != kReenactPassed && outcome != kReenactPending;
  out_.cut_off = outcome == kReenactCutOff;
  out_.kind = CrashKind::kUnknown;
  out_.check = BuiltInCheck::kNone;
  out_.signal = seen.signal;
  out_.access = Access::kUnknown;
  out_.statement = StatementIndex(seen.statement);
  out_.depth = seen.depth;
  out_.context = seen.context;
  out_.novel = seen.novel;
  out_.novel_at_goal = seen.novel_at_goal;
  out_.exception_type.clear();
  out_.message.clear();
  out_.trace.clear();
  out_.freed_by.is_known = out_.allocated_by.is_known = false;
  if (out_.raised) decode_crash(seen, lane);
  decode_coverage(seen);
  return out_;
}

void ForkServer::Decoder::decode_crash(const ReenactObservation& seen, const Lane& lane) {
  out_.kind = kind_of(seen, options_);
  out_.check = check_of(seen);
  if (const std::string_view type = text_in(seen.exception_type); !type.empty()) out_.exception_type = types_[type];
  out_.message = text_in(seen.message);
  for (const ReenactTraceEntry& frame : frames_in(seen))
    if (const auto function = lane.function(frame.function)) out_.trace.push_back({*function, Line(frame.line)});
  // The stack protector looks at the stack where the function ends.
  if (seen.outcome == kReenactSmashed && !out_.trace.empty())
    out_.trace.front().line = program_[out_.trace.front().function].last_line;
  if (seen.access == kReenactReads) out_.access = Access::kRead;
  if (seen.access == kReenactWrites) out_.access = Access::kWrite;
  if (seen.outcome != kReenactSanitizer) return;
  decode_deed(seen.freed, lane, out_.freed_by);
  decode_deed(seen.allocated, lane, out_.allocated_by);
}

void ForkServer::Decoder::decode_deed(const ReenactDeed& seen, const Lane& lane, Deed& to) {
  static_assert(kMaxDeedFrames == kReenactMaxDeed);
  to.is_known = seen.is_known != 0;
  to.frames.clear();
  for (const ReenactTraceEntry& frame : frames_in(seen))
    if (const auto function = lane.function(frame.function)) to.frames.push_back({*function, Line(frame.line)});
}

void ForkServer::Decoder::decode_coverage(const ReenactObservation& seen) {
  out_.coverage.clear();
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(&seen + 1);
  const auto add = [&](FunctionId id) {
    const Function& function = program_[id];
    const auto* edges = reinterpret_cast<const float*>(bytes + ((function.blocks.size() + 3) & ~std::size_t{3}));
    const auto* truths = edges + function.edge_count;
    const auto* stopped = reinterpret_cast<const std::uint32_t*>(truths + function.truth_count);
    out_.coverage.push_back({id,
                             {bytes, function.blocks.size()},
                             {edges, function.edge_count},
                             Line(*stopped),
                             {truths, function.truth_count}});
    bytes = reinterpret_cast<const std::uint8_t*>(stopped + 1);
  };
  for (const FunctionId id : options_.enabled) add(id);
  for (const FunctionId id : options_.deciding) add(id);
}

}  // namespace reenact
