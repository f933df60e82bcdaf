// What the tests of run/ and runtime/ call: each function ends, or tries to do harm, in one way. A function
// whose harm was done throws Escaped.
#pragma once

#include <stdexcept>

namespace subject {

struct Escaped : std::runtime_error {
  using std::runtime_error::runtime_error;
};

int add(int a, int b);
int classify(int number);  // negative, zero, positive: three ways
void remember();           // throws from its second call on

void throw_error(int number);
void throw_number(int number);
void throw_in_callee(int number);
void catch_and_go_on(int number);
void fail_assertion(int number);
void call_abort();
void throw_through_noexcept();
void read_null();
void fill_megabytes(int there, int written);
int fill_large_stack();
void read_null_behind_a_caught_exception();
void write_wild();
void recurse(int depth);
void recurse_some(int depth);  // then aborts
void divide(int a, int b);
void call_exit(int status);
void leave_at_once(int status);
void loop_forever();
void loop_forever_deaf();       // with every signal blocked, and not in our code
void loop_forever_unseen();     // not in our code
void recurse_often(int depth);  // twice in each call
int loop_for(int rounds);
int loop_and_crash(int rounds);
void flood_memory();
void flood_output();
void flood_file();
void crash_in_thread();
void lock_twice();
void crash_with_lock(int crash);  // while it holds one

void leave_thread_running();
void fork_often();
void fork_as_32_bit_program();
void start_program();
void close_everything();
void signal_others();
void queue_signals_to_others();
void signal_others_through_a_file();
void limit_others();
void outlive_others();
void write_outside();
void remove_outside();
void change_mode_outside();
void change_attributes_outside();
void use_network();
void write_into_scratch();
void make_folders();
void expect_no_files();  // throws where there are any
void scribble_over_shared_memory();
void scribble_over_observations();
void shorten_shared_memory();

/// Its destructor aborts if it is armed.
class Bomb {
 public:
  explicit Bomb(bool armed) : armed_(armed) {}
  ~Bomb();

 private:
  bool armed_;
};

// Visible to sanitizers only.
int read_behind_array(int index);
int read_freed();
/// Tells if there was memory; a negative number of bytes is an enormous one.
bool allocate(int bytes);
void clear_megabytes(int count);
int shift(int by);

/// What AddressSanitizer finds in one subject, before it happens: each way once. Returns something of what it read.
int find(int which);
int find_in_library_call(int which);
void release_wrongly(int which);
/// Behind it, nothing of the stack may be left poisoned.
int fill_stack();
int assert_of_library(int index);

}  // namespace subject
