// What instrumented code calls where a label is not 0 (abi/concolic.h).
#include "abi/concolic.h"

#include <malloc.h>
#include <string.h>

#include "runtime/concolic/constants.h"
#include "runtime/concolic/shadow.h"
#include "runtime/concolic/table.h"

using namespace reenact::concolic_runtime;

__thread ReenactCallLabels reenact_concolic_call;

namespace {

uintptr_t number(const void* pointer) { return reinterpret_cast<uintptr_t>(pointer); }

ReenactLabel labelled(ReenactLabel label, uint64_t value, unsigned width) {
  return label != 0 ? label : constant(value, width);
}

constexpr uint64_t bit(ReenactOperation op) { return uint64_t{1} << op; }

constexpr bool gives_condition(ReenactOperation op) {
  constexpr uint64_t kConditions = bit(kReenactOpEq) | bit(kReenactOpUlt) | bit(kReenactOpUle) | bit(kReenactOpSlt) |
                                   bit(kReenactOpSle) | bit(kReenactOpFEq) | bit(kReenactOpFLt) | bit(kReenactOpFLe) |
                                   bit(kReenactOpFNan);
  static_assert(kReenactOpCount <= 64);
  return (kConditions >> op & 1) != 0;
}

/// `value`: what `condition` was. `taken`, `other`: successors. `place`: block << 32 | function. False: the log is full.
bool append_branch(ReenactLabel condition, uint32_t value, uint32_t taken, uint32_t other, uint64_t place) {
  ReenactClause* const clause = next_clause();
  if (clause == nullptr) return false;
  // In four stores: field by field they are ten.
  static_assert(offsetof(ReenactClause, successor) == 6 && offsetof(ReenactClause, other) == 8 &&
                offsetof(ReenactClause, function) == 12 && offsetof(ReenactClause, block) == 16 &&
                offsetof(ReenactClause, from_function) == 20 && offsetof(ReenactClause, from_block) == 24);
  const uint64_t first = condition | static_cast<uint64_t>(value) << 32 |
                         static_cast<uint64_t>(kReenactBranchClause) << 40 | static_cast<uint64_t>(taken) << 48;
  char* const to = reinterpret_cast<char*>(clause);
  memcpy(to, &first, sizeof first);
  memcpy(to + 8, &other, sizeof other);
  memcpy(to + 12, &place, sizeof place);
  memcpy(to + 20, &reenact_concolic_call.place, sizeof place);
  return true;
}

/// Is it more than a byte of an input, as it was given? What was decoded on a path comes closer to a text character by character: another
/// character mostly takes another path, so that all of them at once contradict the one that was taken.
bool is_computed(ReenactLabel label) {
  if (label == 0) return false;
  const ReenactExpression& byte = node_of(label);
  return byte.op != kReenactOpSymbol &&
         (byte.op != kReenactOpExtract || node_of(byte.operands[0]).op != kReenactOpSymbol);
}

ReenactLabel negated_if(uint32_t operation_word, ReenactLabel label) {
  return (operation_word & kReenactNegated) != 0 && label != 0 ? operation(kReenactOpNot, 1, label) : label;
}

/// The value of one byte of memory, which is readable: what is labelled was written.
ReenactLabel byte_at(uintptr_t address, ReenactLabel label) {
  if (label != 0) return label;
  return constant(*reinterpret_cast<const uint8_t*>(address), 8);  // NOLINT(performance-no-int-to-ptr)
}

/// Are the bytes those of one expression, in order? Then the part of it that they are, else 0.
ReenactLabel consecutive(const ReenactLabel* labels, uint64_t size) {
  if (labels[0] == 0) return 0;
  const ReenactExpression& lowest = node_of(labels[0]);
  if (lowest.op != kReenactOpExtract || lowest.width != 8) return 0;
  for (uint64_t i = 1; i < size; ++i) {
    if (labels[i] == 0) return 0;
    const ReenactExpression& byte = node_of(labels[i]);
    if (byte.op != kReenactOpExtract || byte.width != 8 || byte.operands[0] != lowest.operands[0] ||
        byte.constant != lowest.constant + 8 * i)
      return 0;
  }
  return extract(lowest.operands[0], static_cast<unsigned>(lowest.constant), static_cast<unsigned>(size * 8));
}

ReenactLabel read_labels(uintptr_t address, uint64_t size) {
  ReenactLabel spare[16];
  if (size > 16) return 0;
  const ReenactLabel* const labels = labels_of(address, size, spare);
  if (labels == nullptr) return 0;
  if (size == 1) return labels[0];
  ReenactLabel any = 0;
  for (uint64_t i = 0; i < size; ++i) any |= labels[i];
  if (any == 0) return 0;
  if (const ReenactLabel whole = consecutive(labels, size)) return whole;
  ReenactLabel value = byte_at(address + size - 1, labels[size - 1]);
  for (uint64_t i = size - 1; i > 0; --i)
    value = operation(kReenactOpConcat, static_cast<unsigned>(size - i + 1) * 8, value,
                      byte_at(address + i - 1, labels[i - 1]));
  return value;
}

REENACT_SELDOM ReenactLabel load_any(uintptr_t address, uint64_t size, ReenactLabel pointer) {
  if (pointer != 0) {
    if (const ReenactLabel element = read_constant(address, size, pointer)) return element;
    count(kReenactSymbolicAddress);
    reenact_concolic_pin(pointer, address, 64);
  }
  return read_labels(address, size);
}

}  // namespace

void reenact_concolic_attach(ReenactConcolicRegion* shared) {
  use_region(shared != nullptr && shared->version == REENACT_CONCOLIC_VERSION ? shared : nullptr);
  forget_published();
  if (region != nullptr) region->data_size = 0;
}

void reenact_concolic_begin() {
  clear_shadow();
  memset(&reenact_concolic_call, 0, sizeof reenact_concolic_call);
  recording = region != nullptr;
  if (recording) clear_table();
}

void reenact_concolic_end() {
  recording = false;
  clear_shadow();
}

void reenact_concolic_input(const void* address, size_t size, uint64_t symbol) {
  if (!recording) return;
  // An input that lies in two places is two nodes here, and one for the engine: to look for it takes longer than all else here.
  const ReenactLabel label =
      table::add(table::words_of(kReenactOpSymbol, static_cast<unsigned>(size * 8), 0, 0, 0, symbol));
  if (size == 1) return set_label(number(address), label);
  for (size_t i = 0; i < size && label != 0; ++i)
    set_label(number(address) + i, extract(label, static_cast<unsigned>(8 * i), 8));
}

ReenactLabel reenact_concolic_binary(uint32_t operation_word, ReenactLabel a, ReenactLabel b, uint64_t a_value,
                                     uint64_t b_value) {
  if (!recording || (a | b) == 0) return 0;
  const auto op = static_cast<ReenactOperation>(operation_word & 0xff);
  const unsigned width = operation_word >> 8 & 0xff;
  const ReenactLabel left = labelled(a, a_value, width);
  const ReenactLabel right = labelled(b, b_value, width);
  if (left == 0 || right == 0) return 0;
  const ReenactLabel result = operation(op, gives_condition(op) ? 1 : width, left, right);
  return negated_if(operation_word, result);
}

ReenactLabel reenact_concolic_unary(uint32_t operation_word, ReenactLabel a) {
  if (!recording || a == 0) return 0;
  const auto op = static_cast<ReenactOperation>(operation_word & 0xff);
  const unsigned width = operation_word >> 8 & 0xff;
  return negated_if(operation_word, operation(op, gives_condition(op) ? 1 : width, a));
}

ReenactLabel reenact_concolic_convert(uint32_t operation_word, ReenactLabel a, uint32_t width, uint32_t low) {
  if (!recording || a == 0) return 0;
  const auto op = static_cast<ReenactOperation>(operation_word & 0xff);
  return op == kReenactOpExtract ? extract(a, low, width) : operation(op, width, a);
}

ReenactLabel reenact_concolic_swap_bytes(ReenactLabel a, uint32_t width) {
  if (!recording || a == 0) return 0;
  ReenactLabel result = extract(a, 0, 8);
  for (unsigned low = 8; low < width && result != 0; low += 8)
    result = operation(kReenactOpConcat, low + 8, result, extract(a, low, 8));
  return result;
}

ReenactLabel reenact_concolic_select(ReenactLabel condition, ReenactLabel then, ReenactLabel otherwise, uint64_t values,
                                     uint64_t then_value, uint64_t otherwise_value) {
  if (!recording) return 0;
  const auto width = static_cast<unsigned>(values >> 32);
  if (condition == 0) return (values & 1) != 0 ? then : otherwise;
  if ((then | otherwise) == 0 && then_value == otherwise_value) return 0;
  const ReenactLabel first = labelled(then, then_value, width);
  const ReenactLabel second = labelled(otherwise, otherwise_value, width);
  return first == 0 || second == 0 ? 0 : operation(kReenactOpIte, width, condition, first, second);
}

void reenact_concolic_pin(ReenactLabel label, uint64_t value, uint32_t width) {
  if (recording && label != 0) append(operation(kReenactOpEq, 1, label, constant(value, width)), kReenactPinClause);
}

ReenactLabel reenact_concolic_load(const void* address, uint64_t size, ReenactLabel pointer) {
  if (!recording) return 0;
  if (size == 1 && pointer == 0) return label_at(number(address));  // what texts are read with
  return load_any(number(address), size, pointer);
}

void reenact_concolic_store(void* address, uint64_t size, ReenactLabel value, ReenactLabel pointer) {
  if (!recording) return;
  if (pointer != 0) {
    count(kReenactSymbolicAddress);
    reenact_concolic_pin(pointer, number(address), 64);
  }
  if (value == 0) return clear_labels(number(address), size);
  const unsigned width = node_of(value).width;
  // A truth value is stored as a byte, 0 or 1.
  const ReenactLabel whole =
      width == size * 8 ? value : operation(kReenactOpZExt, static_cast<unsigned>(size * 8), value);
  for (uint64_t i = 0; i < size; ++i)
    set_label(number(address) + i, whole == 0 ? 0 : extract(whole, static_cast<unsigned>(8 * i), 8));
}

void reenact_concolic_move(void* to, const void* from, uint64_t size) {
  if (!recording || size == 0 || to == from) return;
  if (!may_be_labelled(number(from), size)) return clear_labels(number(to), size);
  // As memmove: from the end where the ranges overlap that way.
  const bool backwards = number(to) > number(from) && number(to) < number(from) + size;
  for (uint64_t i = 0; i < size; ++i) {
    const uint64_t offset = backwards ? size - 1 - i : i;
    set_label(number(to) + offset, label_at(number(from) + offset));
  }
}

void reenact_concolic_fill(void* to, uint64_t size, ReenactLabel byte) {
  if (!recording) return;
  if (byte == 0) return clear_labels(number(to), size);
  const ReenactLabel low = extract(byte, 0, 8);
  for (uint64_t i = 0; i < size; ++i) set_label(number(to) + i, low);
}

void reenact_concolic_release(const void* memory) {
  if (recording && memory != nullptr) clear_labels(number(memory), malloc_usable_size(const_cast<void*>(memory)));
}

void reenact_concolic_branch(ReenactLabel condition, uint32_t value, uint64_t place) {
  if (recording) append_branch(condition, value, 1 - value, value, place);
}

void reenact_concolic_compare(uint32_t operation_word, ReenactLabel a, ReenactLabel b, uint64_t a_value,
                              uint64_t b_value, uint64_t place) {
  if (!recording) return;
  const auto op = static_cast<ReenactOperation>(operation_word & 0xff);
  const unsigned width = operation_word >> 8 & 0xff;
  const ReenactLabel left = labelled(a, a_value, width);
  const ReenactLabel right = labelled(b, b_value, width);
  if (left == 0 || right == 0) return;
  const ReenactLabel condition = operation(op, 1, left, right);
  if (condition == 0) return;
  // The clause is of what was compared, so its negation needs no node.
  const uint32_t value = operation_word >> 24 & 1;
  const uint32_t negated = operation_word >> 16 & 1;
  append_branch(condition, value ^ negated, 1 - value, value, place);
}

void reenact_concolic_switch(ReenactLabel label, uint64_t value, const uint64_t* cases, uint64_t values,
                             uint64_t place) {
  if (!recording) return;
  const auto width = static_cast<unsigned>(values >> 32);
  const auto case_count = static_cast<uint32_t>(values);
  uint16_t taken = 0;
  for (uint32_t i = 0; i < case_count && taken == 0; ++i)
    if (cases[i] == value) taken = static_cast<uint16_t>(i + 1);
  // Each case that was not taken, so that its negation leads there; the one that was comes last, for it contradicts them.
  for (uint32_t i = 0; i <= case_count; ++i) {
    const bool last = i == case_count;
    if (last ? taken == 0 : i + 1 == taken) continue;
    const uint32_t which = last ? taken - 1u : i;
    const ReenactLabel right = constant(cases[which], width);
    const ReenactLabel condition = right == 0 ? 0 : operation(kReenactOpEq, 1, label, right);
    if (condition == 0 || !append_branch(condition, last, taken, last ? 0 : which + 1, place)) return;
  }
}

uint64_t reenact_concolic_deciding_bytes(const void* a, const void* b, uint64_t most, uint64_t are_texts) {
  if (!recording || reenact_concolic_any == 0) return 0;
  const ReenactCallLabels& call = reenact_concolic_call;
  const bool is_fixed = call.callee != reinterpret_cast<const void*>(&reenact_concolic_deciding_bytes) ||
                        (call.arguments[0] | call.arguments[1] | call.arguments[2]) == 0;
  if (!is_fixed) return 0;
  const auto* const x = static_cast<const uint8_t*>(a);
  const auto* const y = static_cast<const uint8_t*>(b);
  bool x_may_end = false;  // at a labelled zero: what lies behind it may be anything
  bool y_may_end = false;
  uint64_t i = 0;
  for (; i < most; ++i) {
    if (i == kReenactMostDecidingBytes) return i;
    const ReenactLabel x_label = label_at(number(x + i));
    const ReenactLabel y_label = label_at(number(y + i));
    if (is_computed(x_label) || is_computed(y_label)) return i;
    const bool x_varies = x_label != 0;
    const bool y_varies = y_label != 0;
    if ((x_may_end && !x_varies) || (y_may_end && !y_varies)) return i;
    if (!x_varies && !y_varies && x[i] != y[i]) return (i + 1) | kReenactDecidesAll;
    if (are_texts == 0) continue;
    if (x_varies && y_varies) return i;
    if ((!x_varies && x[i] == 0) || (!y_varies && y[i] == 0)) return (i + 1) | kReenactDecidesAll;
    x_may_end = x_may_end || x[i] == 0;
    y_may_end = y_may_end || y[i] == 0;
  }
  return i | kReenactDecidesAll;
}

int reenact_concolic_difference(const void* a, const void* b, uint64_t size) {
  constexpr unsigned kWidth = 32;
  const auto* const x = static_cast<const uint8_t*>(a);
  const auto* const y = static_cast<const uint8_t*>(b);
  int result = 0;
  ReenactLabel label = 0;
  for (uint64_t i = size; i-- > 0;) {
    const ReenactLabel x_label = label_at(number(x + i));
    const ReenactLabel y_label = label_at(number(y + i));
    const int here = x[i] < y[i] ? -1 : 1;
    if ((x_label | y_label) != 0) {
      const ReenactLabel left = labelled(x_label, x[i], 8);
      const ReenactLabel right = labelled(y_label, y[i], 8);
      const ReenactLabel order = operation(kReenactOpIte, kWidth, operation(kReenactOpUlt, 1, left, right),
                                           constant(static_cast<uint32_t>(-1), kWidth), constant(1, kWidth));
      label = operation(kReenactOpIte, kWidth, operation(kReenactOpEq, 1, left, right),
                        labelled(label, static_cast<uint32_t>(result), kWidth), order);
    } else if (x[i] != y[i]) {
      label = 0;
    }
    if (x[i] != y[i]) result = here;
  }
  reenact_concolic_call.returner = reinterpret_cast<const void*>(&reenact_concolic_difference);
  reenact_concolic_call.results[0] = label;
  return result;
}

void reenact_concolic_drop(uint32_t reason) {
  if (recording && reason < kReenactConcretisedCount) count(static_cast<ReenactConcretised>(reason));
}
