// How a test ends the process, and what it leaves behind: signals, assertions, sanitizers, terminate, exit.
#include <cxxabi.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/resource.h>
#include <sys/single_threaded.h>
#include <sys/time.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <exception>
#include <initializer_list>
#include <typeinfo>
#include <utility>

#include "abi/limits.h"
#include "runtime/activations.h"
#include "runtime/findings.h"
#include "runtime/heap_history.h"
#include "runtime/runtime.h"

extern "C" {
__attribute__((weak)) void __asan_handle_no_return();
__attribute__((weak)) const char* __asan_get_report_description();
__attribute__((weak)) void* __asan_get_report_address();
__attribute__((weak)) void __asan_unpoison_memory_region(void const volatile* start, size_t size);
}

namespace reenact::runtime {
namespace {

alignas(16) char alternative_stack[64 * 1024];

ReenactTraceEntry thrown[kReenactMaxFrames];
uint32_t thrown_count = 0, thrown_depth = 0;

/// Innermost and outermost half, if there are more than fit. Returns how many.
uint32_t copy_frames(ReenactTraceEntry (&to)[kReenactMaxFrames], ReenactFrame* top, uint32_t& depth) {
  constexpr uint32_t half = kReenactMaxFrames / 2;
  static ReenactTraceEntry last[half];  // a ring: how deep the stack is shows at its end
  depth = 0;
  for_each_activation(top, [&](const Activation& each) {
    (depth < half ? to[depth] : last[depth % half]) = {each.function->id, each.line};
    ++depth;
    return true;
  });
  const uint32_t count = depth < kReenactMaxFrames ? depth : kReenactMaxFrames;
  for (uint32_t i = half; i < count; ++i) to[i] = last[(depth - count + i) % half];
  return count;
}

/// Activations on the stack.
uint32_t depth_now() {
  uint32_t result = 0;
  for_each_activation(reenact_top, [&](const Activation&) { return ++result != 0; });
  return result;
}

/// The end of this thread's stack, which grows down from it.
uint64_t highest_of_stack() {
  pthread_attr_t attributes;
  void* start = nullptr;
  size_t size = 0;
  if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
    pthread_attr_getstack(&attributes, &start, &size);
    pthread_attr_destroy(&attributes);
  }
  return reinterpret_cast<uint64_t>(start) + size;
}

bool is_stack_overflow(uint64_t address) {
  // A guard page hit lies close to the stack pointer; the handler runs elsewhere, so ask the thread's own limits.
  static const uint64_t highest = highest_of_stack();
  rlimit limits{};
  if (getrlimit(RLIMIT_STACK, &limits) != 0) return false;
  const uint64_t lowest = highest - limits.rlim_cur;
  constexpr uint64_t slack = 256 * 1024;
  return address >= lowest - slack && address < lowest + slack && address < highest;
}

bool abort_called = false;  // by the subject itself; glibc's own call after it found the heap broken does not come here
bool exit_called = false;   // by the subject itself, before anything was done about it
bool not_accessed = false;  // the wild address, for that it is one was known before
bool asan_reports = false;  // from inside of one of its functions, which may have done harm already, and holds locks

/// A test that waits in vain takes as long as some thousand new processes.
bool harm_outweighs() {
  constexpr uint32_t patience = 3, crashes = 1000;
  return control->harmed >= patience && control->harmed * crashes >= control->outlived;
}

/// May the process run further tests? Yes where the crash itself changed nothing: a read or write at (almost) null, a
/// failed check, an arithmetic fault, an exhausted stack. Not after wild writes or a broken heap, unless
/// AddressSanitizer has looked at all that was written before; not in a foreign thread, and not while tests hang behind
/// such crashes (a lock the crashed call held) so often that new processes are cheaper.
bool can_live_on(uint32_t outcome, int signal, int code, uint64_t address) {
  constexpr uint64_t null_page = 4096;
  if (!on_test_thread() || harm_outweighs()) return false;
  switch (outcome) {
    case kReenactSignal:
      return abort_called || not_accessed || signal == SIGFPE ||
             (signal == SIGSEGV && code > 0 && (address < null_page || control->address_sanitizer != 0));
    case kReenactSanitizer:
      return !asan_reports;
    case kReenactExit:
      return exit_called;
    case kReenactCutOff:
    case kReenactAssertion:
    case kReenactStandardAssertion:
    case kReenactTerminate:
    case kReenactTrap:
    case kReenactStackOverflow:
      return true;
    default:
      return false;
  }
}

bool lived_on = false;            // has this child outlived a crash?
int fault_access = 0;             // of the signal that is handled
uintptr_t interrupted_stack = 0;  // stack pointer where the signal came that is handled; 0: none is

/// The frames that live_on() skips leave their variables' red zones behind.
void clean_skipped_stack() {
  constexpr uintptr_t granule = 8;
  const uintptr_t own = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
  const uintptr_t lowest = (interrupted_stack != 0 ? interrupted_stack : own) & ~(granule - 1);
  constexpr uintptr_t largest = 64 << 20;  // of a stack; what is further away is a stack that the subject made itself
  if (lowest >= test_stack || test_stack - lowest >= largest) return;
  auto* start = reinterpret_cast<void*>(lowest);  // NOLINT(performance-no-int-to-ptr)
  __asan_unpoison_memory_region(start, test_stack - lowest);
}

[[noreturn]] void live_on() {
  lived_on = true;
  abort_called = exit_called = not_accessed = false;
  // The exceptions of the crashed call are given up with it (Itanium C++ ABI 2.2.2: __cxa_eh_globals).
  struct Globals {
    void* caught;
    unsigned int uncaught;
  };
  auto* globals = reinterpret_cast<Globals*>(abi::__cxa_get_globals());
  *globals = {};
  if (__asan_unpoison_memory_region != nullptr) clean_skipped_stack();
  interrupted_stack = 0;
  fault_access = 0;
  siglongjmp(after_crash, 1);
}

/// kReenactReads or kReenactWrites, as the processor's page fault says; 0: it is none, such as an address that is no address.
int access_of_fault(const mcontext_t& machine) {
  constexpr greg_t page_fault = 14, writes = 2;  // Intel's manual, volume 3, 6.15
  if (machine.gregs[REG_TRAPNO] != page_fault) return 0;
  return (machine.gregs[REG_ERR] & writes) != 0 ? kReenactWrites : kReenactReads;
}

void on_signal(int signal, siginfo_t* info, void* context) {
  const mcontext_t& machine = static_cast<ucontext_t*>(context)->uc_mcontext;
  interrupted_stack = static_cast<uintptr_t>(machine.gregs[REG_RSP]);
  fault_access = signal == SIGSEGV ? access_of_fault(machine) : 0;
  const auto address = reinterpret_cast<uint64_t>(info->si_addr);
  if (signal == SIGSEGV && info->si_code > 0 && is_stack_overflow(address))
    die(kReenactStackOverflow, signal, info->si_code, address, "");
  if (signal == SIGILL || signal == SIGTRAP) die(kReenactTrap, signal, info->si_code, address, "");
  die(kReenactSignal, signal, info->si_code, address, "");
}

uint32_t ticked_test = 0, ticks = 0;
constexpr uint32_t kTickMilliseconds = 20;

/// How long it was ready to run, but others had the processor: no wait of its own. 0 where the kernel does not count it.
uint64_t queued_ms() { return second_number_in("/proc/self/schedstat") / 1'000'000; }

uint64_t processor_ms() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<uint64_t>(now.tv_sec) * 1000 + static_cast<uint64_t>(now.tv_nsec) / 1'000'000;
}

/// Where many calls never end, a search cannot wait long for each: four time-outs halve the allowance, down to an
/// eighth.
uint32_t shrunk(uint32_t allowance) { return allowance >> (control->hung < 12 ? control->hung / 4 : 3); }

/// Whoever is filling the stack, alone, has longer: parsers that go through the rest of a text at each level take seconds.
uint32_t allowance_ms() {
  const bool is_filling = control->fresh != 0 && reenact_top - shadow_stack >= kReenactDeep;
  return shrunk(is_filling ? control->alone_timeout_ms : control->test_timeout_ms);
}

/// Asleep. Nothing that ends sleeps long (sleep.cpp); how long others kept its threads from the processor shows for one of
/// them only.
uint32_t sleep_allowance_ms() { return shrunk(__libc_single_threaded ? 250 : 750); }

[[noreturn]] void time_out(bool waits) {
  ++control->hung;
  if (lived_on && waits) ++control->harmed;  // for a lock, perhaps, that a crashed call held
  die(kReenactTimeout, 0, 0, 0, "");
}

void on_tick(int) {
  if (current == nullptr || control == nullptr) return;
  static uint64_t started = 0, queued = 0;
  if (ticked_test != control->next) {
    ticked_test = control->next;
    ticks = 0;
    started = processor_ms();
    queued = queued_ms();
  }
  // Processor time, so that a busy machine changes no verdict; the rest of the wall clock is for tests that sleep.
  const uint64_t passed = uint64_t{++ticks} * kTickMilliseconds, ran = processor_ms() - started;
  const uint64_t longest = ran + sleep_allowance_ms();
  const bool waits = passed > longest && passed - longest > queued_ms() - queued;
  if (waits || ran >= allowance_ms()) time_out(waits);
}

using SetTerminate = std::terminate_handler (*)(std::terminate_handler) noexcept;

SetTerminate real_set_terminate() {
  static const auto real = reinterpret_cast<SetTerminate>(dlsym(RTLD_NEXT, "_ZSt13set_terminatePFvvE"));
  return real;
}

void on_terminate() {
  const std::type_info* type = abi::__cxa_current_exception_type();
  if (current == nullptr || outcome_is_final || type == nullptr) die(kReenactTerminate, SIGABRT, 0, 0, "");
  copy_text(current->exception_type, type->name());
  const auto told = [](void*, const char*, const char* what) { copy_text(current->message, what); };
  reenact_bridge.guarded([](void*) { std::rethrow_exception(std::current_exception()); }, nullptr, told);
  current->outcome = kReenactTerminate;
  current->statement = current_statement;
  current->signal = SIGABRT;
  // A handler that is a noexcept function's end has unwound the stack: what is left of it is what a debugger shows. gcc
  // does not unwind it; of a report of such a build the throw counts.
  if (depth_now() < thrown_depth && control->throw_shown == 0)
    record_trace(current, reenact_top);
  else
    record_thrown_trace(current);
  outcome_is_final = true;
  if (can_live_on(kReenactTerminate, SIGABRT, 0, 0)) {
    ++control->outlived;
    live_on();
  }
  copy_coverage(current);
  _exit(1);
}

}  // namespace

void copy_text(char (&to)[kReenactMaxText], const char* from) {
  size_t i = 0;
  for (; from != nullptr && from[i] != '\0' && i + 1 < sizeof to; ++i) to[i] = from[i];
  to[i] = '\0';
}

uint64_t second_number_in(const char* file) {
  char text[96] = {};
  const int saved = errno;  // a signal's handler may ask
  const int descriptor = open(file, O_RDONLY | O_CLOEXEC);
  const bool done = descriptor >= 0 && read(descriptor, text, sizeof text - 1) > 0;
  if (descriptor >= 0) close(descriptor);
  errno = saved;
  char* second = nullptr;
  (void)std::strtoull(text, &second, 10);
  return done ? std::strtoull(second, nullptr, 10) : 0;
}

void note_hang_time() { control->hung_us += microseconds_now() - started_us; }

void record_trace(ReenactObservation* observation, ReenactFrame* top) {
  observation->frame_count = copy_frames(observation->frames, top, observation->depth);
}

void record_thrown_trace(ReenactObservation* observation) {
  std::memcpy(observation->frames, thrown, sizeof thrown);
  observation->frame_count = thrown_count;
  observation->depth = thrown_depth;
}

/// The function whose stack is looked at has just left the shadow stack, and with it those that were inlined into it.
static void add_left_frame(ReenactObservation* observation) {
  ReenactFrame* const left = reenact_top + 1;
  if (observation->frame_count == kReenactMaxFrames) --observation->frame_count;
  std::memmove(observation->frames + 1, observation->frames, observation->frame_count * sizeof(ReenactTraceEntry));
  for_each_activation(left, [&](const Activation& each) {
    if (each.frame == left) observation->frames[0] = {each.function->id, each.line};
    return each.frame == left;
  });
  ++observation->frame_count;
  ++observation->depth;
}

void die(uint32_t outcome, int signal, int code, uint64_t address, const char* message) {
  if (current == nullptr) {
    // Outside a test: a static initialiser, or clean-up between tests.
    if (control != nullptr && control->ready == 0) {
      const char* where = "?";
      for_each_activation(reenact_top, [&](const Activation& innermost) {
        where = innermost.function->linkage_name;
        return false;
      });
      char* to = control->error;
      std::strncpy(to, where, sizeof(control->error) - 2);
      control->ready = 2;
    }
    _exit(3);
  }
  if (!outcome_is_final) {
    current->outcome = outcome;
    current->statement = current_statement;
    current->signal = signal;
    current->access = outcome == kReenactSanitizer ? code : outcome == kReenactSignal ? fault_access : 0;
    current->address = address;
    if (message[0] != '\0') copy_text(current->message, message);
    record_trace(current, reenact_top);
    if (outcome == kReenactSmashed) add_left_frame(current);
    if (outcome == kReenactSanitizer) copy_history(current, address);
    note_stops(reenact_top);
    if (outcome == kReenactTimeout || outcome == kReenactCutOff) note_hang_time();
    outcome_is_final = true;
    if (can_live_on(outcome, signal, code, address)) {
      ++(outcome == kReenactCutOff ? control->cut_off : control->outlived);
      live_on();
    }
    copy_coverage(current);
    note_fuel(outcome == kReenactTimeout);
  } else if (can_live_on(outcome, signal, code, address)) {
    live_on();
  }
  _exit(1);
}

void die_before_access(uint64_t address) {
  not_accessed = true;
  die(kReenactSignal, SIGSEGV, SEGV_MAPERR, address, "");
}

void die_waiting(bool is_its_own) {
  if (is_its_own) die(kReenactCutOff, 0, 0, 0, "");
  time_out(true);
}

void limit_stack(uint32_t kilobytes) {
  static rlim_t own = 0;
  rlimit limits{};
  if (getrlimit(RLIMIT_STACK, &limits) != 0) return;
  if (own == 0) own = limits.rlim_cur;
  limits.rlim_cur = kilobytes == 0 ? own : std::min<rlim_t>(own, rlim_t{kilobytes} * 1024);
  setrlimit(RLIMIT_STACK, &limits);
}

void install_handlers() {
  stack_t stack{};
  stack.ss_sp = alternative_stack;
  stack.ss_size = sizeof alternative_stack;
  sigaltstack(&stack, nullptr);
  struct sigaction action{};
  action.sa_sigaction = on_signal;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS})
    sigaction(signal, &action, nullptr);
  struct sigaction tick{};
  tick.sa_handler = on_tick;
  tick.sa_flags = SA_RESTART | SA_ONSTACK;
  sigaction(SIGALRM, &tick, nullptr);
  std::signal(SIGPIPE, SIG_IGN);
  real_set_terminate()(on_terminate);
}

}  // namespace reenact::runtime

using namespace reenact::runtime;

namespace {

void note_throw() {
  if (current == nullptr || outcome_is_final) return;
  thrown_count = copy_frames(thrown, reenact_top, thrown_depth);
  note_stops(reenact_top);
}

}  // namespace

/// Interposed: a handler of the subject's would end the process, and hide what was thrown.
std::terminate_handler std::set_terminate(std::terminate_handler handler) noexcept {
  static std::terminate_handler installed = nullptr;
  return std::exchange(installed, handler);
}

extern "C" {

/// Interposed: the trace of an exception is that of its origin.
void __cxa_throw(void* object, std::type_info* type, void (*destructor)(void*)) {
  using Throw = void (*)(void*, void*, void (*)(void*));
  static Throw real = reinterpret_cast<Throw>(dlsym(RTLD_NEXT, "__cxa_throw"));
  note_throw();
  if (__asan_handle_no_return != nullptr) __asan_handle_no_return();
  real(object, type, destructor);
  __builtin_unreachable();
}

/// `throw;` in a handler that caught everything: a debugger shows where it left that for good.
void __cxa_rethrow() {
  using Rethrow = void (*)();
  static Rethrow real = reinterpret_cast<Rethrow>(dlsym(RTLD_NEXT, "__cxa_rethrow"));
  note_throw();
  if (__asan_handle_no_return != nullptr) __asan_handle_no_return();
  real();
  __builtin_unreachable();
}

void abort() noexcept {
  abort_called = true;
  die(kReenactSignal, SIGABRT, 0, 0, "");
}

void exit(int status) noexcept {
  using Exit = void (*)(int);
  static Exit real = reinterpret_cast<Exit>(dlsym(RTLD_NEXT, "exit"));
  exit_called = true;
  if (current != nullptr) die(kReenactExit, 0, 0, 0, "");
  real(status);
  __builtin_unreachable();
}

void __assert_fail(const char* assertion, const char*, unsigned int, const char*) noexcept {
  die(kReenactAssertion, SIGABRT, 0, 0, assertion);
}

/// Interposed: libstdc++'s own prints its words before it aborts.
void standard_assertion_failed(const char* file, int line, const char* function, const char* condition) noexcept
    __asm__("_ZSt21__glibcxx_assert_failPKciS0_S0_");
void standard_assertion_failed(const char*, int, const char*, const char* condition) noexcept {
  die(kReenactStandardAssertion, SIGABRT, 0, 0, condition);
}

/// Interposed: of glibc's, the search would see an abort outside of the function.
void __stack_chk_fail() { die(kReenactSmashed, SIGABRT, 0, 0, ""); }

/// Called by ASan before it prints anything: our observation replaces its report.
void __asan_on_error() {
  const char* what = __asan_get_report_description != nullptr ? __asan_get_report_description() : "";
  void* where = __asan_get_report_address != nullptr ? __asan_get_report_address() : nullptr;
  asan_reports = true;
  die(kReenactSanitizer, 0, 0, reinterpret_cast<uint64_t>(where), what);
}

const char* __asan_default_options() {
  return "symbolize=0:malloc_context_size=0:quarantine_size_mb=1:detect_leaks=0:handle_segv=0:handle_sigbus=0:"
         "handle_abort=0:handle_sigill=0:handle_sigfpe=0:allow_user_segv_handler=1:allocator_may_return_null=0:"
         "max_allocation_size_mb=" REENACT_TEXT(REENACT_LARGEST_ALLOCATION_MB) ":detect_stack_use_after_return=0:use_sigaltstack=0:print_legend=0:"
         "detect_odr_violation=0";
}

}  // extern "C"
