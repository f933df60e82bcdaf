#include "runtime/concolic/table.h"

namespace reenact::concolic_runtime {

ReenactConcolicRegion* region = nullptr;
ReenactExpression* nodes = nullptr;
ReenactClause* clauses = nullptr;
__thread bool recording = false;

namespace table {

ReenactLabel lately[kLately];
Slot small_constants[65][256];
uint32_t generation = 1;

namespace {

/// Leaves, by a hash.
constexpr uint32_t kSlots = 1 << 15;
Slot slots[kSlots];

uint32_t hash_of(const Words& words) {
  const uint64_t hash = words.first * 0x9E3779B97F4A7C15 ^ (words.third + 0x94D049BB133111EB) * 0xD6E8FEB86659FD93;
  return static_cast<uint32_t>(hash >> 40);
}

ReenactLabel intern_leaf(const Words& words) {
  // A few steps only: where the table of slots is full of others, the node is made again.
  constexpr uint32_t kSteps = 8;
  const uint32_t first = hash_of(words);
  Slot* slot = &slots[first % kSlots];
  for (uint32_t step = 0; slot->generation == generation && step < kSteps; ++step) {
    if (is_node(slot->label, words)) return slot->label;
    slot = &slots[(first + step + 1) % kSlots];
  }
  const ReenactLabel label = add(words);
  if (label != 0) *slot = {generation, label};
  return label;
}

}  // namespace

REENACT_SELDOM ReenactLabel make_constant(uint64_t value, unsigned width) {
  const uint64_t kept = width < 64 ? value & ((uint64_t{1} << width) - 1) : value;
  const ReenactLabel label = intern_leaf(words_of(kReenactOpConstant, width, 0, 0, 0, kept));
  if (value < 256 && width <= 64) small_constants[width][value] = {generation, label};
  return label;
}

}  // namespace table

void use_region(ReenactConcolicRegion* shared) {
  region = shared;
  if (region == nullptr) return;
  char* const memory = reinterpret_cast<char*>(region);
  nodes = reinterpret_cast<ReenactExpression*>(memory + region->labels_offset);
  clauses = reinterpret_cast<ReenactClause*>(memory + region->clauses_offset);
}

void clear_table() {
  region->label_count = 1;
  region->clause_count = 0;
  memset(region->concretised, 0, sizeof region->concretised);
  memset(nodes, 0, sizeof *nodes);
  if (++table::generation == 0) {
    memset(table::slots, 0, sizeof table::slots);
    memset(table::small_constants, 0, sizeof table::small_constants);
    table::generation = 1;
  }
}

ReenactLabel leaf(ReenactOperation op, unsigned width, unsigned index_width, ReenactLabel elements, uint64_t constant) {
  table::Words words = table::words_of(op, width, elements, 0, 0, constant);
  words.first |= static_cast<uint64_t>(index_width) << 8;
  return table::intern_leaf(words);
}

ReenactLabel extract(ReenactLabel a, unsigned low, unsigned width) {
  while (node_of(a).op == kReenactOpExtract && !(low == 0 && node_of(a).width == width)) {
    low += static_cast<unsigned>(node_of(a).constant);
    a = node_of(a).operands[0];
  }
  if (low == 0 && node_of(a).width == width) return a;
  return table::intern(table::words_of(kReenactOpExtract, width, a, 0, 0, low), a);
}

void append(ReenactLabel condition, ReenactClauseKind kind) {
  if (condition == 0) return;
  ReenactClause* const clause = next_clause();
  if (clause != nullptr) *clause = {condition, 1, static_cast<uint8_t>(kind), 0, 0, 0, 0, 0, 0, 0};
}

}  // namespace reenact::concolic_runtime
