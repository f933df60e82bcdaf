#include "run/lane.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/futex.h>
#include <llvm/Demangle/Demangle.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <thread>

namespace reenact {
namespace {

constexpr std::size_t kTestWords = 4u << 20;  // 16 MB of encoded tests a batch

std::size_t aligned(std::size_t size) { return (size + 63) & ~std::size_t{63}; }

/// Waits while `word` is not `wanted`; false after 50 ms.
bool wait_for(std::uint32_t& word, std::uint32_t wanted) {
  // Short batches end within microseconds: look a little before sleeping.
  for (int i = 0; i < 200; ++i)
    if (__atomic_load_n(&word, __ATOMIC_ACQUIRE) == wanted) return true;
  const std::uint32_t seen = __atomic_load_n(&word, __ATOMIC_ACQUIRE);
  if (seen == wanted) return true;
  const timespec limit{0, 50'000'000};
  syscall(SYS_futex, &word, FUTEX_WAIT, seen, &limit, nullptr, 0);
  return __atomic_load_n(&word, __ATOMIC_ACQUIRE) == wanted;
}

void add(const ReenactOperands& slot, SeenOperands& operands) {
  const auto text = [&](int which) {
    return std::string_view(slot.values.texts[which], std::min<std::uint32_t>(slot.lengths[which], kReenactMaxOperand));
  };
  if (slot.kind == kReenactIntegers) operands.add_integers(slot.values.integers[0], slot.values.integers[1]);
  if (slot.kind == kReenactReals) operands.add_reals(slot.values.reals[0], slot.values.reals[1]);
  if (slot.kind == kReenactTexts) operands.add_texts(text(0), text(1));
}

}  // namespace

ForkServer::Lane::Lane(const std::filesystem::path& worker, const ProgramModel& program, const RunOptions& options)
    : program_(program), worker_name_(worker.string()) {
  lay_out(program, options);
  spawn(worker);
}

ForkServer::Lane::~Lane() {
  if (zygote_ > 0) {
    kill(zygote_, SIGKILL);  // its child follows: PR_SET_PDEATHSIG
    waitpid(zygote_, nullptr, 0);
  }
  if (control_ != nullptr) munmap(control_, size_);
  if (memory_ >= 0) close(memory_);
}

void ForkServer::Lane::lay_out(const ProgramModel& program, const RunOptions& options) {
  std::string enabled;
  std::size_t coverage = 0, edges = 0;
  for (const FunctionId id : options.enabled) {
    enabled += program[id].linkage_name + '\0';
    edges += program[id].edge_count;
    coverage += ((program[id].blocks.size() + 3) & ~std::size_t{3}) + program[id].edge_count * sizeof(float) +
                sizeof(std::uint32_t);
  }
  enabled += '\0';
  std::string watched;
  std::size_t watched_blocks = 0;
  for (const FunctionId id : options.watched) {
    watched += program[id].linkage_name + '\0';
    watched_blocks += program[id].blocks.size();
  }
  watched += '\0';
  std::size_t names = 1;
  for (const Function& function : program.functions) names += function.linkage_name.size() + 1;
  names *= 4;  // an inline function is registered once per unit
  names += 1u << 20;

  const std::size_t stride = aligned(sizeof(ReenactObservation) + coverage);
  std::size_t offset = aligned(sizeof(ReenactControl));
  const auto reserve = [&](std::size_t bytes) {
    const std::size_t start = offset;
    offset += aligned(bytes);
    return start;
  };
  ReenactControl layout{};
  layout.abi_version = REENACT_ABI_VERSION;
  layout.child_tests = options.child_tests;
  layout.test_timeout_ms = options.test_timeout_ms;
  layout.memory_limit_mb = options.memory_limit_mb;
  layout.address_sanitizer = options.address_sanitizer ? 1 : 0;
  layout.enabled_bytes = static_cast<std::uint32_t>(coverage);
  layout.enabled_offset = reserve(enabled.size());
  layout.watched_offset = reserve(watched.size());
  layout.seen_size = 4 * watched_blocks;  // an inline function may have copies
  layout.seen_offset = reserve(layout.seen_size);
  layout.nearest_size = 4 * edges * sizeof(float);
  layout.nearest_offset = reserve(layout.nearest_size);
  layout.names_offset = reserve(names);
  layout.names_capacity = names;
  layout.test_offsets_offset = reserve(kMaxTests * sizeof(std::uint32_t));
  layout.tests_offset = reserve(kTestWords * sizeof(std::uint32_t));
  layout.observations_offset = reserve(kMaxTests * stride);
  layout.observation_stride = stride;
  if (options.operands != nullptr) layout.operands_offset = reserve(sizeof(ReenactOperandTable));
  layout.size = offset;
  static_assert(kMaxContext == kReenactMaxGoal);
  for (const TraceFrame& frame : options.context) {
    const auto at = std::ranges::find(options.enabled, frame.function);
    if (at == options.enabled.end() || layout.goal_count == kMaxContext) break;
    layout.goal[layout.goal_count++] = {static_cast<std::uint32_t>(at - options.enabled.begin()), frame.line.value};
  }
  std::strncpy(layout.scratch, options.scratch.c_str(), sizeof(layout.scratch) - 1);

  memory_ = memfd_create("reenact", 0);  // inherited by the worker
  size_ = offset;
  if (memory_ < 0 || ftruncate(memory_, static_cast<off_t>(size_)) != 0) throw std::runtime_error("no shared memory");
  void* mapped = mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_SHARED, memory_, 0);
  if (mapped == MAP_FAILED) throw std::runtime_error("cannot map shared memory");
  control_ = static_cast<ReenactControl*>(mapped);
  *control_ = layout;
  std::memcpy(reinterpret_cast<char*>(control_) + layout.enabled_offset, enabled.data(), enabled.size());
  std::memcpy(reinterpret_cast<char*>(control_) + layout.watched_offset, watched.data(), watched.size());
}

void ForkServer::Lane::spawn(const std::filesystem::path& worker) {
  const std::string fd = std::to_string(memory_);
  const char* arguments[] = {worker.c_str(), fd.c_str(), nullptr};
  const char* environment[] = {"LC_ALL=C", "TZ=UTC", "PATH=/usr/bin:/bin", "HOME=/nonexistent", nullptr};
  zygote_ = fork();
  if (zygote_ != 0) return;
  setsid();
  personality(ADDR_NO_RANDOMIZE);  // the same seed must see the same addresses
  // Half as much again as a program has: frames of the instrumented build are larger than those of the user's, and
  // what just overflows here must overflow there.
  const rlimit stack{12u << 20, 12u << 20};
  setrlimit(RLIMIT_STACK, &stack);
  const int nothing = open("/dev/null", O_RDWR);
  for (int i = 0; i < 3; ++i) dup2(nothing, i);
  for (int i = 3; i < 256; ++i)
    if (i != memory_) close(i);
  execve(worker.c_str(), const_cast<char* const*>(arguments), const_cast<char* const*>(environment));
  _exit(127);
}

bool ForkServer::Lane::alive() {
  int status = 0;
  if (zygote_ <= 0) return false;
  if (waitpid(zygote_, &status, WNOHANG) == 0) return true;
  zygote_ = -1;
  return false;
}

Expected<void> ForkServer::Lane::start_error() {
  std::string where = control_->error;
  if (where.empty() || where == "?")
    return subject_error(
        fmt::format("the subject dies before any test runs (in a static initialiser?)\n  worker: {}\n  next step: run "
                    "it under a debugger, or leave the unit out of the compilation database",
                    worker_name_));
  return subject_error(
      fmt::format("a static initialiser of the subject crashes before any test runs, in {}\n  next step: leave its "
                  "unit out of the compilation database, or fix the initialiser",
                  llvm::demangle(where)));
}

Expected<void> ForkServer::Lane::wait_until_ready() {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (__atomic_load_n(&control_->ready, __ATOMIC_ACQUIRE) != 1) {
    if (!alive() || control_->ready == 2) return start_error();
    if (std::chrono::steady_clock::now() > deadline)
      return subject_error(
          "the subject's static initialisers have not ended after 60 s\n  next step: leave the unit that waits out of "
          "the compilation database");
    std::this_thread::sleep_for(std::chrono::microseconds(200));
  }
  const char* name = reinterpret_cast<const char*>(control_) + control_->names_offset;
  for (; *name != '\0'; name += std::strlen(name) + 1) functions_.push_back(program_.find(name));
  return {};
}

void ForkServer::Lane::begin(std::span<const TestCase* const> tests, const ApiModel& api, bool fresh) {
  auto* words = reinterpret_cast<std::uint32_t*>(reinterpret_cast<char*>(control_) + control_->tests_offset);
  auto* offsets = reinterpret_cast<std::uint32_t*>(reinterpret_cast<char*>(control_) + control_->test_offsets_offset);
  words_.clear();
  for (std::size_t i = 0; i < tests.size(); ++i) {
    offsets[i] = static_cast<std::uint32_t>(words_.size());
    encode(*tests[i], api, words_);
    auto* observation = reinterpret_cast<ReenactObservation*>(
        reinterpret_cast<char*>(control_) + control_->observations_offset + i * control_->observation_stride);
    observation->outcome = kReenactPending;
    if (words_.size() > kTestWords) throw std::length_error("tests too long for a batch");
  }
  std::memcpy(words, words_.data(), words_.size() * sizeof(std::uint32_t));
  control_->fresh = fresh ? 1 : 0;
  control_->test_count = static_cast<std::uint32_t>(tests.size());
  __atomic_store_n(&control_->next, 0u, __ATOMIC_RELEASE);
  __atomic_store_n(&control_->batch, control_->batch + 1, __ATOMIC_RELEASE);
  syscall(SYS_futex, &control_->batch, FUTEX_WAKE, 1, nullptr, nullptr, 0);
}

Expected<void> ForkServer::Lane::finish() {
  std::uint32_t last_next = 0;
  unsigned idle = 0;  // in waits of 50 ms
  while (!wait_for(control_->done, control_->batch)) {
    if (!alive())
      return subject_error(fmt::format("the subject killed its own fork server\n  worker: {}", worker_name_));
    const std::uint32_t next = __atomic_load_n(&control_->next, __ATOMIC_ACQUIRE);
    idle = next == last_next ? idle + 1 : 0;
    last_next = next;
    // The child's own timer has failed (signals blocked?): end it from outside.
    if (idle * 50 > 1000 + 3 * control_->test_timeout_ms && control_->child_pid > 0) {
      kill(control_->child_pid, SIGKILL);
      idle = 0;
    }
  }
  return {};
}

const ReenactObservation& ForkServer::Lane::observation(std::size_t i) const {
  return *reinterpret_cast<const ReenactObservation*>(reinterpret_cast<const char*>(control_) +
                                                      control_->observations_offset + i * control_->observation_stride);
}

void ForkServer::Lane::take_operands(SeenOperands* operands) {
  auto& table = *reinterpret_cast<ReenactOperandTable*>(reinterpret_cast<char*>(control_) + control_->operands_offset);
  // The subject can write there: nothing it left is trusted.
  const std::uint32_t count = std::min<std::uint32_t>(table.count, kReenactOperandSlots);
  for (std::uint32_t i = 0; i < count; ++i) {
    ReenactOperands& slot = table.slots[table.filled[i] % kReenactOperandSlots];
    if (operands != nullptr) add(slot, *operands);
    slot.kind = kReenactFree;
  }
  table.count = 0;
}

std::optional<FunctionId> ForkServer::Lane::function(std::uint32_t runtime_id) const {
  return runtime_id < functions_.size() ? functions_[runtime_id] : std::nullopt;
}

}  // namespace reenact
