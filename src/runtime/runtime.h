// State of the process that runs the subject. One test at a time; everything is static so that a signal handler can
// use it.
#pragma once

#include <setjmp.h>
#include <unistd.h>

#include <cstdint>

#include "abi/abi.h"

namespace reenact::runtime {

inline constexpr uint32_t kMaxShadowFrames = 1u << 19;  // 8 MB of stack hold fewer frames than that
extern ReenactFrame shadow_stack[kMaxShadowFrames];

extern ReenactControl* control;  // the shared segment; null before it is mapped

/// The observation being filled; null between tests. Written by the interpreter, completed by death handlers.
extern ReenactObservation* current;
extern uint32_t current_statement;
/// Where die() goes back to if the process can live on.
extern sigjmp_buf after_crash;
/// Frame of the function that it goes back to: what lies below is the crashed test's.
extern uintptr_t test_stack;
/// When the running test began.
extern uint64_t started_us;
/// Cheap, and right to a few milliseconds: for sums over many tests.
uint64_t microseconds_now();
/// The second of the numbers that a small file of /proc begins with; 0: it cannot be read.
uint64_t second_number_in(const char* file);
/// Set once the outcome of the running test is final (clean-up is going on): a death no longer changes it.
extern bool outcome_is_final;

// probes.cpp
void forget_initialisers();
void enable_functions();  // from control->enabled_offset and watched_offset
void publish_names();     // to control->names_offset
void reset_coverage();
void copy_coverage(ReenactObservation* observation);
/// Notes at which line each enabled function stands that is on the stack ending at `top`.
void note_stops(ReenactFrame* top);

// operands.cpp: what a comparison of an enabled function compared, for the engine to try. Nothing unless asked for.
void note_operands(const ReenactFunction& function, uint32_t edge, int64_t a, int64_t b);
void note_operands(const ReenactFunction& function, uint32_t edge, uint64_t a, uint64_t b);
void note_operands(const ReenactFunction& function, uint32_t edge, double a, double b);
/// Texts of these lengths. Of longer ones than kReenactMaxOperand nothing is noted.
void note_operands(const ReenactFunction& function, uint32_t edge, const char* a, uint64_t a_length, const char* b,
                   uint64_t b_length);

// interpreter.cpp
/// Runs one encoded test to its end, filling `observation`.
void run_test(const uint32_t* words, ReenactObservation* observation);

/// Tests run on the process's first thread; others are the subject's own.
inline bool on_test_thread() { return gettid() == getpid(); }

// death.cpp
void install_handlers();
/// From now on the stack may grow to so many KB; 0: to what the process began with.
void limit_stack(uint32_t kilobytes);
/// Ends the running test, recording how it died: goes back to run_test where the process can live on (a null pointer
/// read, a failed assertion, a finding of AddressSanitizer's checks), else ends the process. Async-signal-safe.
[[noreturn]] void die(uint32_t outcome, int signal, int code, uint64_t address, const char* message);
/// Ends it as the signal does that an access at `address` would cause, which nobody has made.
[[noreturn]] void die_before_access(uint64_t address);
/// Ends it where it waits for a lock that nobody will let go. `is_its_own`: the test took the lock itself; else a crash left it
/// locked, and the process runs no further tests.
[[noreturn]] void die_waiting(bool is_its_own);
void record_trace(ReenactObservation* observation, ReenactFrame* top);
/// The trace of the exception in flight, as of its throw.
void record_thrown_trace(ReenactObservation* observation);
void copy_text(char (&to)[kReenactMaxText], const char* from);

/// Of what the running test has taken until now: it did not end.
void note_hang_time();

// fuel.cpp
/// For the test that begins.
void fill_up();
/// The test has ended, or was cut off.
void note_fuel(bool was_cut_off);

// sandbox.cpp
void restrict_child();

// descriptors.cpp
/// Those that the test before was given (reenact_descriptor).
void close_left_descriptors();

// left_files.cpp
/// Removes what tests have left in the current folder.
void remove_left_files();

// zygote.cpp
[[noreturn]] void serve();

}  // namespace reenact::runtime
