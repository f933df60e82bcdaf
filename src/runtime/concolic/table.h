// The runtime's side of the table of expressions. What every instrumented instruction asks of it is inline: a run makes several nodes per
// branch, and calls between them would cost as much as they do.
#pragma once

#include <string.h>

#include "abi/concolic.h"

// What is seldom called keeps the registers of its caller, which then has nothing to save.
#define REENACT_SELDOM __attribute__((noinline, cold, preserve_most))

namespace reenact::concolic_runtime {

/// The region; null: nothing is recorded.
extern ReenactConcolicRegion* region;
/// Its parts.
extern ReenactExpression* nodes;
extern ReenactClause* clauses;
/// In the thread whose run it is.
extern __thread bool recording;

/// Labels and clauses go there from here on; null: nowhere.
void use_region(ReenactConcolicRegion* shared);
/// Forgets all expressions.
void clear_table();

inline void count(ReenactConcretised reason) { ++region->concretised[reason]; }

namespace table {

/// Equal expressions get one label, so that a loop over concrete counters does not fill the table: of those that were made or asked for
/// lately, by a hash that keeps what has the same youngest operand within a few lines of a processor's cache. What lies there may be of an
/// earlier run, or another one's place: it is looked at before it is believed, so forgetting costs nothing. A node that lost its place is
/// made again, and is one with the other for the engine.
constexpr uint32_t kLately = 1 << 13;
extern ReenactLabel lately[kLately];

/// Labels of small constants, by width and value. Those of earlier runs are told by their generation: forgetting costs nothing.
struct Slot {
  uint32_t generation;
  ReenactLabel label;
};
extern Slot small_constants[65][256];
extern uint32_t generation;

REENACT_SELDOM ReenactLabel make_constant(uint64_t value, unsigned width);

/// A node as numbers: compared at once, and kept in registers.
struct Words {
  uint64_t first, second, third;
};
static_assert(sizeof(Words) == sizeof(ReenactExpression));

inline Words words_of(ReenactOperation op, unsigned width, ReenactLabel a, ReenactLabel b, ReenactLabel c,
                      uint64_t constant) {
  return {static_cast<uint64_t>(op) | static_cast<uint64_t>(width) << 16 | static_cast<uint64_t>(a) << 32,
          b | static_cast<uint64_t>(c) << 32, constant};
}

inline bool is_node(ReenactLabel label, const Words& words) {
  Words other;
  memcpy(&other, &nodes[label], sizeof other);
  return ((other.first ^ words.first) | (other.second ^ words.second) | (other.third ^ words.third)) == 0;
}

/// A new node; 0: the table is full.
inline ReenactLabel add(const Words& words) {
  const ReenactLabel label = region->label_count;
  if (__builtin_expect(label >= region->label_capacity, 0)) {
    count(kReenactRegionFull);
    return 0;
  }
  region->label_count = label + 1;
  memcpy(&nodes[label], &words, sizeof words);
  return label;
}

/// The node, which is made if it is not among the latest.
inline ReenactLabel intern(const Words& words, ReenactLabel youngest_operand) {
  const uint64_t folded = words.first >> 32 ^ words.first * 5 ^ words.second ^ words.second >> 32 ^ words.third;
  ReenactLabel& place = lately[(youngest_operand * 4 + folded % 64) % kLately];
  const ReenactLabel found = place;
  if (found < region->label_count && is_node(found, words)) return found;
  return place = add(words);
}

}  // namespace table

/// The number of a node without operands, an existing one if there is one; `elements`: how many a Table has. 0: the table is full.
ReenactLabel leaf(ReenactOperation op, unsigned width, unsigned index_width, ReenactLabel elements, uint64_t constant);

inline const ReenactExpression& node_of(ReenactLabel label) { return nodes[label]; }

inline ReenactLabel constant(uint64_t value, unsigned width) {
  // Most are small, and asked for again and again: characters, bounds, sizes.
  if (value < 256 && width <= 64) {
    const table::Slot& slot = table::small_constants[width][value];
    if (slot.generation == table::generation) return slot.label;
  }
  return table::make_constant(value, width);
}

/// The number of that node, an existing one if there is one. 0: the table is full.
inline ReenactLabel operation(ReenactOperation op, unsigned width, ReenactLabel a, ReenactLabel b = 0,
                              ReenactLabel c = 0) {
  const ReenactLabel younger = a > b ? a : b;
  return table::intern(table::words_of(op, width, a, b, c, 0), younger > c ? younger : c);
}

/// `width` bits from bit `low` upwards; of an extract and of what has that width no new node.
ReenactLabel extract(ReenactLabel a, unsigned low, unsigned width);

/// Where the next clause goes, to be filled by the caller, its unused part included; null: the log is full.
inline ReenactClause* next_clause() {
  const uint32_t number = region->clause_count;
  if (__builtin_expect(number >= region->clause_capacity, 0)) {
    count(kReenactRegionFull);
    return nullptr;
  }
  region->clause_count = number + 1;
  return &clauses[number];
}

/// Appends one that no branch of the program's asked.
void append(ReenactLabel condition, ReenactClauseKind kind);

}  // namespace reenact::concolic_runtime
