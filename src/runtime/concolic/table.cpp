#include "runtime/concolic/table.h"

#include <string.h>

namespace reenact::concolic_runtime {

ReenactConcolicRegion* region = nullptr;
__thread bool recording = false;

namespace {

/// Equal expressions get one label, so that a loop over concrete counters does not fill the table. Slots of earlier runs are
/// told by their generation: forgetting costs nothing.
constexpr uint32_t kSlots = 1 << 17;
struct Slot {
  uint32_t generation;
  ReenactLabel label;
};
Slot slots[kSlots];
uint32_t generation = 1;

ReenactExpression* labels() {
  return reinterpret_cast<ReenactExpression*>(reinterpret_cast<char*>(region) + region->labels_offset);
}

uint32_t hash_of(const ReenactExpression& node) {
  uint64_t words[3];
  memcpy(words, &node, sizeof words);
  uint64_t hash = words[0] * 0x9E3779B97F4A7C15;
  hash = (hash ^ hash >> 32 ^ words[1]) * 0xBF58476D1CE4E5B9;
  hash = (hash ^ hash >> 29 ^ words[2]) * 0x94D049BB133111EB;
  return static_cast<uint32_t>(hash >> 40);
}

}  // namespace

void clear_table() {
  region->label_count = 1;
  region->clause_count = 0;
  memset(region->concretised, 0, sizeof region->concretised);
  memset(labels(), 0, sizeof(ReenactExpression));
  if (++generation == 0) {
    memset(slots, 0, sizeof slots);
    generation = 1;
  }
}

ReenactLabel intern(const ReenactExpression& node) {
  ReenactExpression* const table = labels();
  // A few steps only: where the table of slots is full of others, the node is made again.
  constexpr uint32_t kSteps = 8;
  const uint32_t first = hash_of(node);
  Slot* place = &slots[first % kSlots];
  for (uint32_t step = 0; step < kSteps; ++step) {
    Slot& slot = slots[(first + step) % kSlots];
    if (slot.generation != generation) {
      place = &slot;
      break;
    }
    if (memcmp(&table[slot.label], &node, sizeof node) == 0) return slot.label;
  }
  if (region->label_count >= region->label_capacity) {
    count(kReenactRegionFull);
    return 0;
  }
  const ReenactLabel label = region->label_count++;
  table[label] = node;
  *place = {generation, label};
  return label;
}

ReenactExpression node_of(ReenactLabel label) { return labels()[label]; }

ReenactLabel constant(uint64_t value, unsigned width) {
  ReenactExpression node{};
  node.op = kReenactOpConstant;
  node.width = static_cast<uint16_t>(width);
  node.constant = width < 64 ? value & ((uint64_t{1} << width) - 1) : value;
  return intern(node);
}

ReenactLabel operation(ReenactOperation op, unsigned width, ReenactLabel a, ReenactLabel b, ReenactLabel c) {
  ReenactExpression node{};
  node.op = static_cast<uint8_t>(op);
  node.width = static_cast<uint16_t>(width);
  node.operands[0] = a;
  node.operands[1] = b;
  node.operands[2] = c;
  return intern(node);
}

ReenactLabel extract(ReenactLabel a, unsigned low, unsigned width) {
  const ReenactExpression whole = node_of(a);
  if (low == 0 && whole.width == width) return a;
  if (whole.op == kReenactOpExtract)
    return extract(whole.operands[0], low + static_cast<unsigned>(whole.constant), width);
  ReenactExpression node{};
  node.op = kReenactOpExtract;
  node.width = static_cast<uint16_t>(width);
  node.operands[0] = a;
  node.constant = low;
  return intern(node);
}

void append(const ReenactClause& clause) {
  if (region->clause_count >= region->clause_capacity) return count(kReenactRegionFull);
  auto* const clauses = reinterpret_cast<ReenactClause*>(reinterpret_cast<char*>(region) + region->clauses_offset);
  clauses[region->clause_count++] = clause;
}

void count(ReenactConcretised reason) { ++region->concretised[reason]; }

}  // namespace reenact::concolic_runtime
