// Concolic runs: what the pass in pass/concolic/ emits, the runtime in runtime/concolic/ does, and the engine reads in memory shared
// with it. Plain C layouts; no dependency but expression.h.
//
// Beside each value of the instrumented code stands a label: 0 says that it is concrete, anything else is the number of its
// expression over the inputs. Beside each byte of memory stands one, too. A branch on a labelled condition appends to the log of
// clauses. One run after the other: begin, name the inputs, call, read the region.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "abi/expression.h"

#define REENACT_CONCOLIC_VERSION 1

#ifdef __cplusplus
extern "C" {
#endif

/// The input that is element `element` of the literal that statement `statement` of a test makes; a number is its element 0.
static inline uint64_t reenact_input_number(uint32_t statement, uint64_t element) {
  return (uint64_t)statement << 32 | (uint32_t)element;
}
/// The element that stands for how many elements the literal has: an input of 64 bits.
enum { kReenactSizeElement = -1 };

/// Why something labelled became concrete; the counts say what a run's expressions leave out.
enum ReenactConcretised {
  kReenactUnmodelledCall = 0,         // an argument of a function that is not instrumented
  kReenactUnmodelledInstruction = 1,  // wider than 64 bits, vectors, atomics, inline assembly, ...
  kReenactSymbolicAddress = 2,        // a pointer into memory that may change: its value is pinned by a clause
  kReenactRegionFull = 3,             // the table or the log
  kReenactConcretisedCount = 4
};

enum ReenactClauseKind {
  kReenactBranchClause = 0,  // the program asked
  kReenactPinClause = 1,     // an address or a size was made concrete: it is what it was
  kReenactBoundClause = 2    // an index is inside of its table
};

/// A condition that was met: its value, and the way the program went.
typedef struct ReenactClause {
  ReenactLabel label;  // of width 1
  uint8_t value;       // what it was: 0 or 1
  uint8_t kind;        // ReenactClauseKind
  uint16_t successor;  // of the block: the way that was taken
  uint16_t other;      // the way its negation takes; for a switch's default the first one
  uint16_t unused;
  uint32_t function;  // hash of the function's name
  uint32_t block;     // its number in there, the model's
  // Where the last of the subject's own functions called something: for whom a library's function asked. 0: unknown.
  uint32_t from_function;
  uint32_t from_block;
} ReenactClause;

/// The head of the region; the rest lies at the offsets.
typedef struct ReenactConcolicRegion {
  // Written by the engine.
  uint32_t version;
  uint32_t label_capacity;
  uint32_t clause_capacity;
  uint32_t data_capacity;   // bytes of constant tables
  uint64_t labels_offset;   // ReenactExpression each; the first is none
  uint64_t clauses_offset;  // ReenactClause each
  uint64_t data_offset;
  // Written by the runtime.
  uint32_t label_count;  // the one that is none included
  uint32_t clause_count;
  uint32_t data_size;
  uint32_t unused;
  uint64_t concretised[kReenactConcretisedCount];
} ReenactConcolicRegion;

// ---- engine or bridge -> runtime ----------------------------------------------------------------------------------

/// Where labels and clauses go; null: nowhere, everything is concrete.
void reenact_concolic_attach(ReenactConcolicRegion* region);
/// Forgets the last run. What follows in this thread is recorded.
void reenact_concolic_begin(void);
/// Nothing is recorded any more.
void reenact_concolic_end(void);
/// The `size` bytes (1, 2, 4 or 8) at `address` are the input of that number, the lowest byte first.
void reenact_concolic_input(const void* address, size_t size, uint64_t symbol);

// ---- models of the C library -> runtime ----------------------------------------------------------------------------

/// How many of the first `most` bytes at `a` and `b` decide how these compare, whatever the labelled ones are; with
/// kReenactDecidesAll: and nothing behind them matters. `are_texts`: they end with a zero. 0: nothing is labelled but how many there are,
/// or where. Those behind a labelled byte that is no byte of an input do not count.
///
///   "s?t?\0" and "set\0", ? being labelled:  4 and all of it, as behind the zero of "set" nothing is compared
///   "s?t?\0" and "se?\0":                    2, as the third character may be a zero in both
enum { kReenactMostDecidingBytes = 256 };
#define kReenactDecidesAll (UINT64_C(1) << 63)
uint64_t reenact_concolic_deciding_bytes(const void* a, const void* b, uint64_t most, uint64_t are_texts);
/// How `size` bytes at `a` and `b` compare: -1, 0 or 1, and as a label; no clause is made of it.
int reenact_concolic_difference(const void* a, const void* b, uint64_t size);

// ---- pass -> runtime ------------------------------------------------------------------------------------------------
// Called only where a label is not 0. `operation`: ReenactOperation | width of the operands << 8 | negated << 16.

enum { kReenactNegated = 1 << 16, kReenactTrue = 1 << 24 };

/// Labels of arguments and results cross calls here. `callee` says for whom they are: a function that is not
/// instrumented in between leaves them alone, and whoever it calls must not take them for its own.
enum { kReenactArgumentLabels = 16, kReenactResultLabels = 8 };
typedef struct ReenactCallLabels {
  const void* callee;
  ReenactLabel arguments[kReenactArgumentLabels];
  const void* returner;
  ReenactLabel results[kReenactResultLabels];
  uint64_t place;  // of the subject's last call: block << 32 | function
} ReenactCallLabels;

/// Bit by bit: is there, or was there in this run, a label at any address of that hash? (address >> kReenactPageBits) % kReenactPageFlags.
enum { kReenactPageBits = 6, kReenactPageFlags = 1 << 20 };
extern uint8_t reenact_concolic_pages[kReenactPageFlags];
/// Is any memory labelled?
extern uint8_t reenact_concolic_any;

ReenactLabel reenact_concolic_binary(uint32_t operation, ReenactLabel a, ReenactLabel b, uint64_t a_value,
                                     uint64_t b_value);
/// To `width` bits, or, of Extract, so many from bit `low` upwards.
ReenactLabel reenact_concolic_convert(uint32_t operation, ReenactLabel a, uint32_t width, uint32_t low);
ReenactLabel reenact_concolic_unary(uint32_t operation, ReenactLabel a);
ReenactLabel reenact_concolic_swap_bytes(ReenactLabel a, uint32_t width);
ReenactLabel reenact_concolic_select(ReenactLabel condition, ReenactLabel then, ReenactLabel otherwise, uint64_t values,
                                     uint64_t then_value, uint64_t otherwise_value);
ReenactLabel reenact_concolic_load(const void* address, uint64_t size, ReenactLabel pointer);
void reenact_concolic_store(void* address, uint64_t size, ReenactLabel value, ReenactLabel pointer);
void reenact_concolic_move(void* to, const void* from, uint64_t size);
void reenact_concolic_fill(void* to, uint64_t size, ReenactLabel byte);
/// Before memory is given back: what comes to be there is new.
void reenact_concolic_release(const void* memory);
/// `value`: 0 or 1. `place`: block << 32 | function.
void reenact_concolic_branch(ReenactLabel condition, uint32_t value, uint64_t place);
/// A comparison that nothing but a branch asks for. `operation`, a and b: as of reenact_concolic_binary(); with value << 24: what the
/// branch's condition was.
void reenact_concolic_compare(uint32_t operation, ReenactLabel a, ReenactLabel b, uint64_t a_value, uint64_t b_value,
                              uint64_t place);
/// `values`: width << 32 | number of cases. Case i is successor i + 1, the default is 0.
void reenact_concolic_switch(ReenactLabel label, uint64_t value, const uint64_t* cases, uint64_t values,
                             uint64_t place);
/// The value is what it is from here on.
void reenact_concolic_pin(ReenactLabel label, uint64_t value, uint32_t width);
void reenact_concolic_drop(uint32_t reason);
/// Memory that never changes; `size` bytes.
void reenact_concolic_constant(const void* address, uint64_t size);

#ifdef __cplusplus
}  // extern "C"
extern __thread ReenactCallLabels reenact_concolic_call;
#endif
