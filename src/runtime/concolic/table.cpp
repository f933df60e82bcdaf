#include "runtime/concolic/table.h"

#include <string.h>

namespace reenact::concolic_runtime {

ReenactConcolicRegion* region = nullptr;
__thread bool recording = false;

namespace {

/// Equal expressions get one label, so that a loop over concrete counters does not fill the table. Slots of earlier runs are
/// told by their generation: forgetting costs nothing.
constexpr uint32_t kSlots = 1 << 15;  // few enough to stay in a processor's cache
struct Slot {
  uint32_t generation;
  ReenactLabel label;
};
Slot slots[kSlots];
uint32_t generation = 1;
/// Labels of small constants, by width and value.
Slot small_constants[65][256];

ReenactExpression* labels() {
  return reinterpret_cast<ReenactExpression*>(reinterpret_cast<char*>(region) + region->labels_offset);
}

/// A node as numbers: compared and hashed at once, without a call.
struct Words {
  uint64_t first, second, third;
};
static_assert(sizeof(Words) == sizeof(ReenactExpression));

Words words_of(const ReenactExpression& node) {
  Words words;
  memcpy(&words, &node, sizeof words);
  return words;
}

/// Built as numbers, too: a node of small stores that is read as words waits for them to leave the processor's buffer.
Words words_of(ReenactOperation op, unsigned width, ReenactLabel a, ReenactLabel b, ReenactLabel c, uint64_t constant) {
  return {static_cast<uint64_t>(op) | static_cast<uint64_t>(width) << 16 | static_cast<uint64_t>(a) << 32,
          b | static_cast<uint64_t>(c) << 32, constant};
}

bool same(const Words& a, const Words& b) {
  return ((a.first ^ b.first) | (a.second ^ b.second) | (a.third ^ b.third)) == 0;
}

uint32_t hash_of(const Words& words) {
  // Three products that do not wait for each other.
  const uint64_t hash = words.first * 0x9E3779B97F4A7C15 ^ words.second * 0xBF58476D1CE4E5B9 ^
                        (words.third + 0x94D049BB133111EB) * 0xD6E8FEB86659FD93;
  return static_cast<uint32_t>(hash >> 40);
}

}  // namespace

namespace {

ReenactLabel intern_words(const Words& words) {
  ReenactExpression* const table = labels();
  // A few steps only: where the table of slots is full of others, the node is made again.
  constexpr uint32_t kSteps = 8;
  const uint32_t first = hash_of(words);
  Slot* place = &slots[first % kSlots];
  for (uint32_t step = 0; step < kSteps; ++step) {
    Slot& slot = slots[(first + step) % kSlots];
    if (slot.generation != generation) {
      place = &slot;
      break;
    }
    if (same(words_of(table[slot.label]), words)) return slot.label;
  }
  if (region->label_count >= region->label_capacity) {
    count(kReenactRegionFull);
    return 0;
  }
  const ReenactLabel label = region->label_count++;
  memcpy(&table[label], &words, sizeof words);
  *place = {generation, label};
  return label;
}

ReenactLabel constant_node(uint64_t value, unsigned width) {
  const uint64_t kept = width < 64 ? value & ((uint64_t{1} << width) - 1) : value;
  return intern_words(words_of(kReenactOpConstant, width, 0, 0, 0, kept));
}

}  // namespace

void clear_table() {
  region->label_count = 1;
  region->clause_count = 0;
  memset(region->concretised, 0, sizeof region->concretised);
  memset(labels(), 0, sizeof(ReenactExpression));
  if (++generation == 0) {
    memset(slots, 0, sizeof slots);
    memset(small_constants, 0, sizeof small_constants);
    generation = 1;
  }
}

ReenactLabel intern(const ReenactExpression& node) { return intern_words(words_of(node)); }

ReenactExpression node_of(ReenactLabel label) { return labels()[label]; }

ReenactLabel constant(uint64_t value, unsigned width) {
  // Most are small, and asked for again and again: characters, bounds, sizes.
  if (value < 256 && width <= 64) {
    Slot& slot = small_constants[width][value];
    if (slot.generation != generation) slot = {generation, constant_node(value, width)};
    return slot.label;
  }
  return constant_node(value, width);
}

ReenactLabel operation(ReenactOperation op, unsigned width, ReenactLabel a, ReenactLabel b, ReenactLabel c) {
  return intern_words(words_of(op, width, a, b, c, 0));
}

ReenactLabel extract(ReenactLabel a, unsigned low, unsigned width) {
  const ReenactExpression whole = node_of(a);
  if (low == 0 && whole.width == width) return a;
  if (whole.op == kReenactOpExtract)
    return extract(whole.operands[0], low + static_cast<unsigned>(whole.constant), width);
  return intern_words(words_of(kReenactOpExtract, width, a, 0, 0, low));
}

ReenactClause* next_clause() {
  if (region->clause_count >= region->clause_capacity) {
    count(kReenactRegionFull);
    return nullptr;
  }
  auto* const clauses = reinterpret_cast<ReenactClause*>(reinterpret_cast<char*>(region) + region->clauses_offset);
  return &clauses[region->clause_count++];
}

void append(ReenactLabel condition, ReenactClauseKind kind) {
  if (condition == 0) return;
  ReenactClause* const clause = next_clause();
  if (clause != nullptr) *clause = {condition, 1, static_cast<uint8_t>(kind), 0, 0, 0, 0, 0};
}

void count(ReenactConcretised reason) { ++region->concretised[reason]; }

}  // namespace reenact::concolic_runtime
