#include "run/fork_server.h"

#include <fmt/format.h>
#include <llvm/Demangle/Demangle.h>

#include <algorithm>
#include <csignal>
#include <string_view>

#include "base/text.h"
#include "crash/match.h"
#include "run/lane.h"

namespace reenact {
namespace {

CrashKind sanitizer_kind(std::string_view text) {
  if (text.contains("heap-buffer-overflow") || text.contains("container-overflow")) return CrashKind::kHeapOverflow;
  if (text.contains("stack-buffer") || text.contains("dynamic-stack-buffer")) return CrashKind::kStackBufferOverflow;
  if (text.contains("global-buffer-overflow") || text.contains("initialization-order"))
    return CrashKind::kGlobalOverflow;
  if (text.contains("use-after")) return CrashKind::kUseAfterFree;
  if (text.contains("double-free") || text.contains("bad-free") || text.contains("mismatch") ||
      text.contains("not-malloc"))
    return CrashKind::kDoubleFree;
  if (text.contains("stack-overflow")) return CrashKind::kStackOverflow;
  if (text.contains("allocation-size") || text.contains("out-of-memory") || text.contains("calloc-overflow") ||
      text.contains("rss-limit"))
    return CrashKind::kOutOfMemory;
  return CrashKind::kUnknown;
}

CrashKind signal_kind(int signal, std::uint64_t address) {
  switch (signal) {
    case SIGSEGV:
      return address < 4096 ? CrashKind::kNullDereference : CrashKind::kWildAccess;
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
      return CrashKind::kAssertion;
    case kReenactSanitizer:
      return sanitizer_kind(seen.message);
    case kReenactTrap:
      return options.ubsan_check.empty() ? CrashKind::kIllegalInstruction : CrashKind::kUndefinedBehaviour;
    case kReenactStackOverflow:
      return CrashKind::kStackOverflow;
    case kReenactTimeout:
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

void decode(const ReenactObservation& seen, const ForkServer::Lane& lane, const ProgramModel& program,
            const RunOptions& options, Observation& out) {
  out.invalid = seen.outcome == kReenactInvalid;
  out.raised = !out.invalid && seen.outcome != kReenactPassed && seen.outcome != kReenactPending;
  out.kind = out.raised ? kind_of(seen, options) : CrashKind::kUnknown;
  out.signal = seen.signal;
  out.statement = StatementIndex(seen.statement);
  out.depth = seen.depth;
  out.context = seen.context;
  out.novel = seen.novel;
  out.novel_at_goal = seen.novel_at_goal;
  out.exception_type.clear();
  out.message.clear();
  out.trace.clear();
  if (out.raised) {
    if (seen.exception_type[0] != '\0')
      out.exception_type = llvm::demangle(std::string("_Z") + "TS" + seen.exception_type);
    if (out.exception_type.starts_with("typeinfo name for ")) out.exception_type.erase(0, 18);
    out.message = seen.message;
    for (std::uint32_t i = 0; i < seen.frame_count; ++i)
      if (const auto function = lane.function(seen.frames[i].function))
        out.trace.push_back({*function, Line(seen.frames[i].line)});
  }
  out.coverage.clear();
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(&seen + 1);
  for (const FunctionId id : options.enabled) {
    const Function& function = program[id];
    const auto* edges = reinterpret_cast<const float*>(bytes + ((function.blocks.size() + 3) & ~std::size_t{3}));
    const auto* stopped = reinterpret_cast<const std::uint32_t*>(edges + function.edge_count);
    out.coverage.push_back({id, {bytes, function.blocks.size()}, {edges, function.edge_count}, Line(*stopped)});
    bytes = reinterpret_cast<const std::uint8_t*>(stopped + 1);
  }
}

}  // namespace

ForkServer::ForkServer(const ProgramModel& program, const ApiModel& api, RunOptions options)
    : program_(program), api_(api), options_(std::move(options)) {}

ForkServer::~ForkServer() = default;

Expected<std::unique_ptr<ForkServer>> ForkServer::start(const std::filesystem::path& worker,
                                                        const ProgramModel& program, const ApiModel& api,
                                                        const RunOptions& options) {
  std::unique_ptr<ForkServer> server(new ForkServer(program, api, options));
  for (unsigned i = 0; i < std::max(1u, options.lanes); ++i)
    server->lanes_.push_back(std::make_unique<Lane>(worker, program, options));
  for (const auto& lane : server->lanes_)
    if (const auto ready = lane->wait_until_ready(); !ready) return std::unexpected(ready.error());
  return server;
}

Expected<void> ForkServer::run(std::span<const TestCase* const> tests,
                               const std::function<void(std::size_t, const Observation&)>& seen) {
  for (std::size_t first = 0; first < tests.size();) {
    // Contiguous shares, so that results come back in the order of the tests.
    const std::size_t chunk = std::min(tests.size() - first, lanes_.size() * Lane::kMaxTests);
    const std::size_t share = (chunk + lanes_.size() - 1) / lanes_.size();
    std::vector<std::pair<std::size_t, std::size_t>> shares;
    for (std::size_t i = 0; i < lanes_.size(); ++i) {
      const std::size_t start = std::min(chunk, i * share), count = std::min(share, chunk - start);
      shares.emplace_back(first + start, count);
      if (count > 0) lanes_[i]->begin(tests.subspan(first + start, count), api_, false);
    }
    for (std::size_t i = 0; i < lanes_.size(); ++i)
      if (const auto done =
              shares[i].second == 0 ? Expected<void>{} : deliver(*lanes_[i], shares[i].first, shares[i].second, seen);
          !done)
        return done;
    if (options_.operands != nullptr)
      for (const auto& lane : lanes_) lane->take_operands(options_.operands);
    first += chunk;
  }
  return {};
}

Expected<void> ForkServer::deliver(Lane& lane, std::size_t first, std::size_t count,
                                   const std::function<void(std::size_t, const Observation&)>& seen) {
  if (const auto done = lane.finish(); !done) return done;
  for (std::size_t i = 0; i < count; ++i) {
    decode(lane.observation(i), lane, program_, options_, observation_);
    seen(first + i, observation_);
  }
  return {};
}

Expected<void> ForkServer::run_alone(const TestCase& test, const std::function<void(const Observation&)>& seen) {
  const TestCase* one = &test;
  lanes_.front()->begin(std::span(&one, 1), api_, true);
  const auto ran =
      deliver(*lanes_.front(), 0, 1, [&](std::size_t, const Observation& observation) { seen(observation); });
  // How often this is called may depend on time (minimising does): a search must not.
  if (ran && options_.operands != nullptr) lanes_.front()->take_operands(nullptr);
  return ran;
}

namespace {

/// What a subject says may hold anything; this is one line of text.
std::string one_line(std::string_view text) {
  std::string result = valid_utf8(text);
  std::ranges::replace_if(result, [](unsigned char c) { return c < 32 || c == 127; }, ' ');
  return result;
}

}  // namespace

std::string describe(const Observation& observation, const ProgramModel& program) {
  std::string what(to_string(observation.kind));
  if (observation.kind == CrashKind::kAssertion)
    what = fmt::format("assertion `{}' failed", one_line(observation.message));
  if (observation.kind == CrashKind::kCppException)
    what = observation.exception_type + (observation.message.empty() ? "" : ": " + one_line(observation.message));
  if (observation.trace.empty()) return what;
  const Function& function = program[observation.trace.front().function];
  return fmt::format("{} in {} ({}:{})", what, plain_name(function.linkage_name),
                     std::filesystem::path(function.file).filename().string(), observation.trace.front().line.value);
}

}  // namespace reenact
