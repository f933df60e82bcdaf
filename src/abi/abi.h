// The one versioned header shared by pass (emits probes), bridge (generated thunks), runtime (in the subject's
// process) and engine (run/). Plain C-compatible layouts only; no dependency on anything else.
//
// Shared memory, one segment per worker lane:
//   Control | names of functions | encoded tests | observations
// The engine fills a batch of tests, wakes the zygote; the zygote forks a child that runs tests [next, count); a child
// that dies leaves its observation behind and the zygote forks the next child, which goes on with the following test.
#pragma once

#include <stddef.h>
#include <stdint.h>

#define REENACT_ABI_VERSION 15

#ifdef __cplusplus
extern "C" {
#endif

// ---- probes: pass -> runtime -------------------------------------------------------------------------------------

/// ReenactFunction::enabled.
enum {
  kReenactOfGoal = 1,   // a function of the goal
  kReenactDecides = 2,  // a function that decides what branches of those do, by what it returns or stores
};

/// One per instrumented function and translation unit; emitted by the pass, registered by a module constructor.
typedef struct ReenactFunction {
  const char* linkage_name;
  uint8_t* hits;  // block_count bytes, 1 where a block was entered
  float* edges;   // edge_count smallest distances seen (raw, unnormalised; 0 = taken); only while enabled
  uint32_t block_count;
  uint32_t edge_count;  // of branches, then two for each comparison of which a value is made that is returned or stored
  uint32_t branch_edges;  // of branches
  uint32_t id;            // index in the runtime's table, set at registration
  uint8_t enabled;        // set by the runtime: kReenactOfGoal, kReenactDecides
  uint8_t in_context;  // by the running test: 0 never entered in the goal's context, 1 entered so last, 2 not so last
  uint32_t
      positions;  // bit i: this function is the goal's frame i (0 = innermost), or, behind these, the callee of an asked call
  uint32_t stopped;       // line of its innermost activation when something was last thrown or died below it; 0 = never
  uint8_t* context_hits;  // hits of activations in context that others have followed; set by the runtime when enabled
  uint8_t* all_hits;      // of kReenactDecides: hits of activations that are not asked about any more
} ReenactFunction;

/// A place in a translation unit from which control may leave the straight line: by a call, a throw or a trap. What was
/// inlined there forms a chain, so that one number says which functions are active, and at which lines.
typedef struct ReenactSite {
  uint32_t function;  // index into the unit's functions
  uint32_t outer;     // index of the site it was inlined at; 0 = none
  uint32_t line;      // 0 = none known yet
} ReenactSite;

typedef struct ReenactUnit {
  ReenactFunction* functions;
  const ReenactSite* sites;  // the first is none: its index is 0
  uint32_t site_count;
} ReenactUnit;

/// The shadow stack: grows up; the innermost frame is at reenact_top. Pushed where the first instrumented function
/// begins in a function of the machine code; `site` is stored before what may call, throw or trap where it changes.
typedef struct ReenactFrame {
  const ReenactUnit* unit;
  uint32_t site;     // anything until the first is stored, also no site of the unit
  uint32_t context;  // bit i = its active function of the goal's position i was called by that of i + 1, and so on
} ReenactFrame;

/// Called by each module's constructor.
void reenact_register(ReenactFunction* functions, uint32_t count, uint32_t abi_version);
/// The thread's innermost frame; entry does `++reenact_top`, exit restores the saved value, landing pads restore
/// own depth. Local-exec TLS: the subject is linked into one program, and an access needs no register.
#ifdef __cplusplus
extern __thread ReenactFrame* reenact_top;
#endif

/// What the running test may still do: one less each time that a loop goes round or a function with a frame returns. A
/// hang is cut off after as many steps on any machine. Below 0: reenact_out_of_fuel(), which does not return. Threads of the
/// subject's own have no limit.
#ifdef __cplusplus
extern __thread int64_t reenact_fuel;
#endif
__attribute__((noreturn)) void reenact_out_of_fuel(void);

/// For thunks: a descriptor that reads these bytes and then their end, of a socket or of a file; -1: there is none. It is closed behind
/// the test.
int reenact_descriptor(const void* content, uint64_t size, int is_socket);

/// Called behind the entry of enabled functions: is the stack, from here outwards, the goal's? Distances of a function
/// that was entered so are those of such activations only: that a line was reached by another way leads nowhere.
void reenact_enter(ReenactFunction* function);

/// Block hits are plain stores by the pass. A function with branches has two copies of its code: at its entry the plain
/// one goes over to the other `if (function->enabled)`, and only that one has the probes below; distances follow
/// Korel/Tracey with K = 1: e.g. for a < b the true edge is 0 or a - b + 1, the false edge 0 or b - a.
/// Predicates are LLVM's CmpInst::Predicate numbers. `edge` is the true successor's edge index, edge+1 the false one's.
void reenact_compare_int(ReenactFunction* function, uint32_t edge, uint32_t predicate, int64_t a, int64_t b);
void reenact_compare_uint(ReenactFunction* function, uint32_t edge, uint32_t predicate, uint64_t a, uint64_t b);
void reenact_compare_float(ReenactFunction* function, uint32_t edge, uint32_t predicate, double a, double b);
void reenact_condition(ReenactFunction* function, uint32_t edge, uint8_t value);  // no operands visible: 0/1
/// `count` cases, default is edge + 0, case i is edge + 1 + i (successor order of LLVM's switch).
void reenact_switch(ReenactFunction* function, uint32_t edge, uint64_t value, const uint64_t* cases, uint32_t count);
/// Comparison of two texts whose result decides the branch, at most max_length characters, `stops_at_nul` unless it is
/// memcmp's. Distance to "equal": sum over the aligned positions of |a_i - b_i| / 256 + 1 where they differ.
void reenact_compare_text(ReenactFunction* function, uint32_t edge, const char* a, const char* b, uint64_t max_length,
                          uint8_t stops_at_nul, uint8_t true_when_equal);
/// The same of two texts with lengths of their own (std::string, string_view); UINT64_MAX: ends at the first NUL. The
/// characters one text has more than the other differ from 0.
void reenact_compare_strings(ReenactFunction* function, uint32_t edge, const char* a, uint64_t a_length, const char* b,
                             uint64_t b_length, uint8_t true_when_equal);

// ---- bridge: generated code -> runtime ---------------------------------------------------------------------------

/// in[i] of a pointer or reference parameter: the pointer itself; of a value parameter: address of the value.
/// out: storage of the result (placement-new for objects; the pointer value for pointers and references).
typedef void (*ReenactThunk)(void* out, void* const* in);
typedef void (*ReenactDestructor)(void* object);
typedef void* (*ReenactCast)(void* object);

typedef struct ReenactBridge {
  uint32_t abi_version;
  uint32_t callable_count;
  const ReenactThunk* thunks;    // by CallableId; null = dropped
  const uint32_t* result_types;  // by CallableId; UINT32_MAX = none
  uint32_t type_count;
  const uint32_t* type_sizes;  // by TypeId: bytes of a variable's storage (pointers: 8, kText/kNumbers: 0)
  const uint32_t* type_alignments;
  const ReenactDestructor* destructors;  // by TypeId; null = trivial
  uint32_t cast_count;
  const ReenactCast* casts;
  /// Calls body(context); on a C++ exception calls caught(context, type name (mangled), what() or "").
  /// Generated so that the runtime itself stays free of the subject's exception types.
  void (*guarded)(void (*body)(void*), void* context, void (*caught)(void*, const char*, const char*));
} ReenactBridge;

/// Defined by the generated bridge, referred to by the runtime.
extern const ReenactBridge reenact_bridge;

// ---- encoded tests: engine -> runtime ----------------------------------------------------------------------------
// A test is a sequence of 32-bit words: statement_count, then per statement:
//   kReenactScalar : op, type, low word, high word            (value's bit pattern, as wide as the type)
//   kReenactText   : op, type, byte_count, bytes padded to 4
//   kReenactNumbers: op, type, element_count, element_type, 2 words per element (int64 / double pattern)
//   kReenactCall   : op, callable, argument_count, then per argument: source | mode << 24, cast
//                    (mode = PassMode; source = statement index; `nullable` in bit 31 of the cast word's partner: see
//                     kReenactNonNull in the mode byte)
enum { kReenactScalar = 1, kReenactText = 2, kReenactNumbers = 3, kReenactCall = 4 };
enum {
  kReenactAddress = 0,
  kReenactLoad = 1,
  kReenactCString = 2,
  kReenactBuffer = 3,
  kReenactLength = 4,
  kReenactNull = 5,
  kReenactNonNull = 0x80
};  // flag in the mode byte: a null pointer here ends the test as kReenactInvalid
enum { kReenactNoCast = 0xffffffffu };

// ---- observations: runtime -> engine -----------------------------------------------------------------------------

enum ReenactOutcome {
  kReenactPending = 0,    // not run yet
  kReenactPassed = 1,     // all statements ran, nothing was raised
  kReenactException = 2,  // a C++ exception left a statement
  kReenactSignal = 3,     // signal, code, address
  kReenactAssertion = 4,  // __assert_fail: message = the asserted text
  kReenactTerminate = 5,  // std::terminate (noexcept, destructor): exception fields filled if one was in flight
  kReenactSanitizer = 6,  // message = ASan's bug description ("heap-buffer-overflow"), address
  kReenactTrap = 7,       // UBSan trap (-fsanitize-trap)
  kReenactStackOverflow = 8,
  kReenactTimeout = 9,
  kReenactOutOfMemory = 10,
  kReenactExit = 11,               // the subject left the process by exit()
  kReenactInvalid = 12,            // the test itself would dereference null: statement tells where
  kReenactCutOff = 13,             // out of fuel: with more, it might have ended
  kReenactSmashed = 14,            // the stack protector found an overwritten stack
  kReenactStandardAssertion = 15,  // of libstdc++ (_GLIBCXX_ASSERTIONS): message = the condition
};

enum {
  kReenactMaxFrames = 64,
  kReenactMaxText = 240,
  kReenactMaxGoal = 32,
  kReenactMaxLines = 4,
  kReenactMaxDeed = 16
};

typedef struct ReenactTraceEntry {
  uint32_t function;
  uint32_t line;
} ReenactTraceEntry;  // function = runtime id

/// Who allocated or freed a block of the heap.
typedef struct ReenactDeed {
  uint32_t is_known;                          // 0: nobody asked, or nobody saw it
  uint32_t count;                             // 0: the test itself did it
  ReenactTraceEntry frames[kReenactMaxDeed];  // innermost first
} ReenactDeed;

/// Of ReenactControl::heap_history. The last two: only if the address lies before the block, or behind it.
enum { kReenactReleases = 1, kReenactAllocations = 2, kReenactBeforeBlock = 4, kReenactBehindBlock = 8 };

/// A frame the goal wants, innermost first in ReenactControl::goal.
typedef struct ReenactGoalFrame {
  uint32_t function;                 // index of its name among the enabled
  uint32_t is_called_from_afar;      // the report lacks frames between this one and the next outside
  uint32_t lines[kReenactMaxLines];  // any of these, up to the first 0; the first is 0: any at all
} ReenactGoalFrame;

/// A call whose result decides what its caller does: distances in the callee are those of its last activation from there.
typedef struct ReenactAskedCall {
  uint32_t function;  // index of the callee's name among the enabled
  uint32_t caller;    // position of the caller: of a frame of the goal, or of an asked call before this one
  uint32_t line;      // of the call; 0: any
} ReenactAskedCall;

enum { kReenactReads = 1, kReenactWrites = 2 };

/// Fixed part of one observation; then of each enabled function, in the order of enabling: block bytes (padded to 4),
/// edge floats (of branches, then of comparisons that make values), and the line it was stopped at.
typedef struct ReenactObservation {
  uint32_t outcome;
  uint32_t statement;  // index of the statement that was running; statement_count = destructors at the end
  int32_t signal;
  int32_t access;  // that went wrong: kReenactReads, kReenactWrites; 0: none did, or it cannot be told
  uint64_t address;
  uint32_t depth;  // of the shadow stack where the test ended; of one that passed the deepest, with test_stack_kb only
  uint32_t context;        // bit i: the goal's frame i was entered from its frame i + 1, and so on outwards; behind
                           // these: asked calls were made
  uint32_t novel;          // blocks of watched functions that no earlier test of the lane had entered
  uint32_t novel_at_goal;  // the same for enabled functions, and branches of theirs that none had come so near
  uint32_t
      frame_count;  // min(depth, kReenactMaxFrames): innermost kReenactMaxFrames/2 and outermost kReenactMaxFrames/2
  ReenactTraceEntry frames[kReenactMaxFrames];  // innermost first
  char exception_type[kReenactMaxText];         // mangled type name
  char message[kReenactMaxText];
  ReenactDeed freed, allocated;  // of the block that a finding of AddressSanitizer is about
} ReenactObservation;

// ---- operands of comparisons: runtime -> engine --------------------------------------------------------------------

enum { kReenactFree = 0, kReenactIntegers = 1, kReenactReals = 2, kReenactTexts = 3 };
enum { kReenactOperandSlots = 1024, kReenactMaxOperand = 32 };  // slots; bytes of a text that are kept

/// What one comparison of an enabled function compared, where the two differed.
typedef struct ReenactOperands {
  uint32_t kind;
  uint32_t lengths[2];  // of texts
  union {
    int64_t integers[2];
    double reals[2];
    char texts[2][kReenactMaxOperand];
  } values;
} ReenactOperands;

/// A comparison has a few slots, chosen by its operands, so that a loop's counter does not push the others out. The
/// runtime overwrites; the engine takes what is there and frees the slots between batches.
typedef struct ReenactOperandTable {
  uint32_t count;  // of `filled`
  uint32_t filled[kReenactOperandSlots];
  ReenactOperands slots[kReenactOperandSlots];
} ReenactOperandTable;

// ---- control block -----------------------------------------------------------------------------------------------

typedef struct ReenactControl {
  // Written by the engine before the worker starts, and by nobody else: the engine compares it with its own copy.
  uint32_t abi_version;
  uint32_t child_tests;       // tests after which a healthy child is replaced (bounds leaks and leaked global state)
  uint32_t test_timeout_ms;   // processor time per test; shrinks to an eighth as tests time out
  uint32_t alone_timeout_ms;  // the same of a test that runs alone and nests deep
  uint32_t memory_limit_mb;
  uint32_t test_stack_kb;        // of tests; 0: the process's own
  uint32_t address_sanitizer;    // 1: linked with ASan: memory limits go through its options
  uint32_t enabled_bytes;        // hits and edges of all enabled functions, per observation
  uint64_t tests_offset;         // byte offsets from the start of the segment
  uint64_t test_offsets_offset;  // uint32_t word offset of each test in the tests area
  uint64_t observations_offset;
  uint64_t observation_stride;
  uint64_t enabled_offset;  // NUL-separated linkage names, an empty one ends; engine -> runtime
  uint64_t watched_offset;  // NUL-separated linkage names, an empty one ends; engine -> runtime
  uint64_t seen_offset;     // one byte per block of the watched functions: entered by some test
  uint64_t seen_size;
  uint64_t nearest_offset;  // one float per edge of the enabled functions: the nearest any test came to it
  uint64_t nearest_size;    // bytes
  uint64_t names_offset;    // NUL-separated linkage names by runtime id, an empty one ends; runtime -> engine
  uint64_t names_capacity;
  uint64_t
      entered_offset;  // names_capacity bytes: by runtime id, 1 if the test entered the function (see tell_entered)
  uint64_t operands_offset;  // ReenactOperandTable; 0: nobody asks for it
  uint64_t concolic_offset;  // ReenactConcolicRegion (abi/concolic.h), for a worker of the concolic flavour; 0: none
  uint64_t size;
  uint32_t heap_history;  // kReenactReleases, ...: what is remembered of the heap
  uint32_t throw_shown;   // 1: an uncaught exception is told by where it was thrown, also where the stack is unwound
  uint32_t goal_count;    // frames of the goal; 0: contexts are not asked for
  ReenactGoalFrame goal[kReenactMaxGoal];
  uint32_t goal_functions;                  // of the enabled, the first so many are of the goal; the others decide
  uint32_t asked_count;                     // goal_count + asked_count <= kReenactMaxGoal
  ReenactAskedCall asked[kReenactMaxGoal];  // the position of asked[i] is goal_count + i
  char scratch[256];                        // the only folder that may be written

  // Written while it runs.
  uint32_t ready;  // 1: the zygote waits for batches; 2: a static initialiser died (see error)
  uint32_t test_count;
  uint32_t next;         // next test to start; a child increments it BEFORE running the test
  uint32_t hung;         // time-outs so far
  uint32_t cut_off;      // tests that ran out of fuel so far
  uint64_t hung_us;      // the time both took
  int64_t fuel_typical;  // of a test that ends; this and the next three: runtime/fuel.cpp
  int64_t fuel_needed;   // by slow tests that ended; less with each test cut off
  int64_t fuel_saved;    // for tests that take more than is allowed
  int64_t fuel_extra;    // what such a test gets of it, at least
  uint32_t outlived;     // crashes so far that ended a test, but no child
  uint32_t deaths;       // children lost so far
  uint32_t harmed;       // time-outs in children that had outlived a crash: if many, crashes end their child again
  uint32_t batch;        // futex: raised by the engine when a batch is ready
  uint32_t done;         // futex: set to `batch` by the child (or zygote) when every test has an observation
  uint32_t
      fresh;  // 1: the batch must start in a child that has run nothing yet, and its tests have all the fuel they want
  uint32_t tell_entered;  // 1: which functions the test of the batch, a fresh one, enters is told at entered_offset
  uint32_t whole_stack;   // 1: the tests of the batch have the process's own stack, whatever test_stack_kb says
  char error[512];
} ReenactControl;

#ifdef __cplusplus
}  // extern "C"
#endif
