#include "run/fork_server.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "base/files.h"
#include "base/text.h"
#include "crash/match.h"
#include "run/decoder.h"
#include "run/lane.h"

namespace reenact {
ForkServer::ForkServer(std::filesystem::path worker, const ProgramModel& program, const ApiModel& api,
                       RunOptions options)
    : worker_(std::move(worker)),
      program_(program),
      api_(api),
      options_(std::move(options)),
      decode_(std::make_unique<Decoder>(program_, options_)) {}

ForkServer::~ForkServer() = default;

Expected<std::unique_ptr<ForkServer>> ForkServer::start(const std::filesystem::path& worker,
                                                        const ProgramModel& program, const ApiModel& api,
                                                        const RunOptions& options) {
  std::unique_ptr<ForkServer> server(new ForkServer(worker, program, api, options));
  for (unsigned i = 0; i < std::max(1u, options.lanes); ++i) {
    RunOptions mine = options;
    if (options.lanes > 1) {
      mine.scratch /= fmt::format("lane-{}", i);
      if (const auto made = make_folder(mine.scratch); !made) return std::unexpected(made.error());
    }
    server->lanes_.push_back(std::make_unique<Lane>(worker, program, mine));
  }
  for (const auto& lane : server->lanes_)
    if (const auto ready = lane->wait_until_ready(); !ready) return std::unexpected(ready.error());
  return server;
}

Expected<void> ForkServer::run(std::span<const TestCase* const> tests, const Observer& seen) {
  if (gone_) return std::unexpected(*gone_);
  for (std::size_t first = 0; first < tests.size();) {
    // Contiguous shares, so that results come back in the order of the tests.
    const std::size_t chunk = std::min(tests.size() - first, lanes_.size() * Segment::kMaxTests);
    const std::size_t size = (chunk + lanes_.size() - 1) / lanes_.size();
    const auto share = [&](std::size_t lane) {
      const std::size_t start = std::min(chunk, lane * size);
      return Share{tests.subspan(first + start, std::min(size, chunk - start)), first + start, false};
    };
    for (std::size_t i = 0; i < lanes_.size(); ++i)
      if (const Share mine = share(i); !mine.tests.empty())
        lanes_[i]->begin(mine.tests, api_, {mine.fresh, whole_stack_});
    for (std::size_t i = 0; i < lanes_.size(); ++i)
      if (const Share mine = share(i); !mine.tests.empty())
        if (const auto done = finish(lanes_[i], mine, seen); !done) return done;
    if (options_.operands != nullptr)
      for (const auto& lane : lanes_) lane->segment().take_operands(options_.operands);
    first += chunk;
  }
  return {};
}

Expected<void> ForkServer::finish(std::unique_ptr<Lane>& lane, const Share& share, const Observer& seen) {
  if (!lane->finish()) return run_each_alone(lane, share, seen);
  for (std::size_t i = 0; i < share.tests.size(); ++i) seen(share.first + i, (*decode_)(*lane, i));
  return {};
}

Expected<void> ForkServer::run_each_alone(std::unique_ptr<Lane>& lane, const Share& share, const Observer& seen) {
  Observation nothing_known;
  nothing_known.invalid = true;
  if (const auto ready = restart(lane); !ready) return ready;
  for (std::size_t i = 0; i < share.tests.size(); ++i) {
    lane->begin(share.tests.subspan(i, 1), api_, {share.fresh, whole_stack_});
    if (lane->finish()) {
      seen(share.first + i, (*decode_)(*lane, 0));
      continue;
    }
    seen(share.first + i, nothing_known);
    if (const auto ready = restart(lane); !ready) return ready;
  }
  return {};
}

Expected<void> ForkServer::restart(std::unique_ptr<Lane>& lane) {
  constexpr unsigned kMostRestarts = 20;  // milliseconds each; a search whose tests all do this finds nothing
  Expected<void> ready = subject_error(fmt::format(
      "code of the project took its own fork server down {} times: it overwrites memory that is not its own\n"
      "  worker: {}",
      restarts_ + 1, worker_.string()));
  if (restarts_++ < kMostRestarts) {
    past_ += lane->segment().costs();
    RunOptions mine = options_;
    mine.scratch = lane->scratch();
    lane = std::make_unique<Lane>(worker_, program_, mine);
    ready = lane->wait_until_ready();
  }
  if (!ready) gone_ = ready.error();
  return ready;
}

RunCosts ForkServer::costs() const {
  RunCosts result = past_;
  for (const auto& lane : lanes_) result += lane->segment().costs();
  return result;
}

const concolic::Region& ForkServer::region() const { return lanes_.front()->segment().region(); }

Expected<void> ForkServer::run_alone(const TestCase& test, const std::function<void(const Observation&)>& seen) {
  if (gone_) return std::unexpected(*gone_);
  const TestCase* one = &test;
  std::unique_ptr<Lane>& lane = lanes_.front();
  lane->begin(std::span(&one, 1), api_, {.fresh = true, .whole_stack = whole_stack_});
  const auto ran = finish(lane, {std::span(&one, 1), 0, true},
                          [&](std::size_t, const Observation& observation) { seen(observation); });
  // How often this is called may depend on time (minimising does): a search must not.
  if (ran && options_.operands != nullptr) lane->segment().take_operands(nullptr);
  return ran;
}

std::vector<FunctionId> ForkServer::entered_by(const TestCase& test) {
  if (gone_) return {};
  const TestCase* one = &test;
  std::unique_ptr<Lane>& lane = lanes_.front();
  lane->begin(std::span(&one, 1), api_, {.fresh = true, .whole_stack = whole_stack_, .tell_entered = true});
  const bool has_ended = lane->finish();
  if (!has_ended) {
    (void)restart(lane);  // what fails then, the next run says
    return {};
  }
  if (options_.operands != nullptr) lane->segment().take_operands(nullptr);
  return lane->entered();
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
  return fmt::format("{} in {}", what, place_of(function.linkage_name, function.file, observation.trace.front().line));
}

}  // namespace reenact
