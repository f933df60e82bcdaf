#include "run/lane.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/futex.h>
#include <llvm/Demangle/Demangle.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <fstream>
#include <stdexcept>
#include <thread>

#include "base/program_start.h"
#include "contain/confinement.h"

namespace reenact {
namespace {

constexpr unsigned kWaitMs = 50;

/// Waits while `word` is not `wanted`; false after kWaitMs.
bool wait_for(std::uint32_t& word, std::uint32_t wanted) {
  // Short batches end within microseconds: look a little before sleeping.
  for (int i = 0; i < 200; ++i)
    if (peek(word) == wanted) return true;
  const std::uint32_t seen = peek(word);
  if (seen == wanted) return true;
  const timespec limit{0, kWaitMs * 1'000'000L};
  syscall(SYS_futex, &word, FUTEX_WAIT, seen, &limit, nullptr, 0);
  return peek(word) == wanted;
}

Confinement confinement_of(const std::filesystem::path& worker, const RunOptions& options, int segment) {
  constexpr unsigned kMb = 1, kStackOfPrograms = 8 * kMb;
  Confinement result;
  result.licence = Licence::kWorker;
  result.writable = {options.scratch};
  result.readable = options.readable;
  result.readable.push_back(worker);
  result.kept_descriptor = segment;
  result.fixed_addresses = true;         // the same seed must see the same addresses
  result.limits = {.cpu_seconds = 7200,  // of one process; that is replaced long before
                   // ASan's shadow is terabytes of address space; it limits allocations itself
                   .address_space_mb = options.address_sanitizer ? 0 : options.memory_limit_mb,
                   .file_mb = 64,
                   // Half as much again as a program has: frames of the instrumented build are larger than those of the
                   // user's, and what just overflows here must overflow there.
                   .stack_mb = kStackOfPrograms + kStackOfPrograms / 2,
                   .descriptors = 256,
                   .resident_mb = 3 * options.memory_limit_mb,  // what two processes share counts twice
                   .tasks = 256};
  return result;
}

}  // namespace

ForkServer::Lane::Lane(const std::filesystem::path& worker, const ProgramModel& program, const RunOptions& options)
    : program_(program), segment_(program, options), worker_name_(worker.string()), scratch_(options.scratch) {
  spawn(worker, options);
}

ForkServer::Lane::~Lane() {
  if (lifeline_ >= 0) close(lifeline_);
  if (container_ <= 0) return;
  kill(-container_, SIGKILL);  // all in it follow
  waitpid(container_, nullptr, 0);
}

void ForkServer::Lane::spawn(const std::filesystem::path& worker, const RunOptions& options) {
  const int memory = segment_.descriptor();
  const auto command = contained(confinement_of(worker, options, memory), {worker.string(), std::to_string(memory)});
  if (!command) {
    failure_ = command.error();
    return;
  }
  std::vector<std::string> environment = {"LC_ALL=C", "TZ=UTC", "PATH=/usr/bin:/bin", "HOME=/nonexistent"};
  // Its other options the runtime has built in.
  if (options.returned_stack) environment.emplace_back("ASAN_OPTIONS=detect_stack_use_after_return=1");
  const auto arguments = null_terminated(*command), variables = null_terminated(environment);
  std::array<int, 2> ends{-1, -1};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) {
    failure_ = usage_error("no pipe can be made: too many files are open").error();
    return;
  }
  lifeline_ = ends[1];
  container_ = fork();
  if (container_ != 0) {
    close(ends[0]);
    if (container_ > 0) setpgid(container_, container_);  // so that it is so whichever of us comes first
    return;
  }
  setpgid(0, 0);
  const int nothing = open("/dev/null", O_RDWR);
  dup2(ends[0], 0);
  for (int i = 1; i < 3; ++i) dup2(nothing, i);
  for (int i = 3; i < 256; ++i)
    if (i != memory) close(i);
  fcntl(memory, F_SETFD, 0);
  execvpe(arguments.front(), arguments.data(), variables.data());
  _exit(127);
}

bool ForkServer::Lane::alive() {
  int status = 0;
  if (container_ <= 0) return false;
  if (waitpid(container_, &status, WNOHANG) == 0) return true;
  container_ = -1;
  return false;
}

Expected<void> ForkServer::Lane::start_error() {
  const std::string where(text_in(segment_.control().error));
  if (where.empty() || where == "?")
    return subject_error(
        fmt::format("the project dies before any test runs (in a static initialiser?)\n  worker: {}\n  next step: run "
                    "it under a debugger, or leave the unit out of the compilation database",
                    worker_name_));
  return subject_error(
      fmt::format("a static initialiser of the project crashes before any test runs, in {}\n  next step: leave its "
                  "unit out of the compilation database, or fix the initialiser",
                  llvm::demangle(where)));
}

Expected<void> ForkServer::Lane::wait_until_ready() {
  if (failure_) return std::unexpected(*failure_);
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  std::uint32_t ready = 0;
  while ((ready = peek(segment_.control().ready)) != 1) {
    if (!alive() || ready == 2) return start_error();
    if (std::chrono::steady_clock::now() > deadline)
      return subject_error(
          "the project's static initialisers have not ended after 60 s\n  next step: leave the unit that waits out of "
          "the compilation database");
    std::this_thread::sleep_for(std::chrono::microseconds(200));
  }
  segment_.for_each_name([&](std::string_view name) { functions_.push_back(program_.find(std::string(name))); });
  return {};
}

void ForkServer::Lane::begin(std::span<const TestCase* const> tests, const ApiModel& api, Conditions conditions) {
  words_.clear();
  for (std::size_t i = 0; i < tests.size(); ++i) {
    segment_.test_offsets()[i] = static_cast<std::uint32_t>(words_.size());
    encode(*tests[i], api, words_);
    segment_.observation(i).outcome = kReenactPending;
    if (words_.size() > Segment::kTestWords) throw std::length_error("tests too long for a batch");
  }
  std::ranges::copy(words_, segment_.tests());
  ReenactControl& control = segment_.control();
  test_count_ = static_cast<std::uint32_t>(tests.size());
  control.fresh = conditions.fresh ? 1 : 0;
  control.whole_stack = conditions.whole_stack ? 1 : 0;
  control.tell_entered = conditions.tell_entered ? 1 : 0;
  if (conditions.tell_entered) segment_.forget_entered();
  control.test_count = test_count_;
  __atomic_store_n(&control.next, 0u, __ATOMIC_RELEASE);
  __atomic_store_n(&control.batch, ++batch_, __ATOMIC_RELEASE);
  syscall(SYS_futex, &control.batch, FUTEX_WAKE, 1, nullptr, nullptr, 0);
}

bool ForkServer::Lane::finish() {
  ReenactControl& control = segment_.control();
  const auto& layout = segment_.layout();
  const unsigned patience_ms = 1000 + 3 * std::max(layout.alone_timeout_ms, layout.test_timeout_ms);
  std::uint32_t started = 0;  // tests
  unsigned idle_ms = 0;
  bool killed = false;  // the child that ran the test started last
  while (!wait_for(control.done, batch_)) {
    if (!alive() || !segment_.intact() || peek(control.batch) != batch_) return false;
    // Only forwards, so that this ends whatever is written there.
    const std::uint32_t next = std::min(peek(control.next), test_count_);
    idle_ms = next > started ? 0 : idle_ms + kWaitMs;
    if (next > started) killed = false;
    started = std::max(started, next);
    if (idle_ms <= patience_ms) continue;
    // The child's own timer has failed (signals blocked?): end it from outside, once.
    if (killed || !kill_child()) return false;
    killed = true;
    idle_ms = 0;
  }
  return segment_.intact();
}

bool ForkServer::Lane::kill_child() {
  // Below the container its supervisor, below that the fork server, and below that the one that runs tests. Whose child it
  // is the kernel knows; in the segment it could be anybody.
  constexpr int kLevels = 3;
  pid_t process = container_;
  for (int level = 0; level < kLevels; ++level) {
    std::ifstream children(fmt::format("/proc/{0}/task/{0}/children", process));
    if (!(children >> process)) return false;
  }
  return kill(process, SIGKILL) == 0;
}

std::optional<FunctionId> ForkServer::Lane::function(std::uint32_t runtime_id) const {
  return runtime_id < functions_.size() ? functions_[runtime_id] : std::nullopt;
}

std::vector<FunctionId> ForkServer::Lane::entered() const {
  std::vector<FunctionId> result;
  for (std::uint32_t i = 0; i < functions_.size(); ++i)
    if (functions_[i] && segment_.has_entered(i)) result.push_back(*functions_[i]);
  std::ranges::sort(result);
  const auto repeated = std::ranges::unique(result);
  result.erase(repeated.begin(), repeated.end());
  return result;
}

}  // namespace reenact
