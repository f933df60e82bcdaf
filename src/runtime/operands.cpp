// What comparisons of the goal's functions compared (ReenactOperandTable).
#include <cmath>
#include <cstring>

#include "runtime/runtime.h"

namespace reenact::runtime {
namespace {

constexpr uint32_t kWays = 4;  // slots of one comparison

uint64_t mixed(uint64_t value) {
  value *= 0x9e3779b97f4a7c15u;
  return value ^ value >> 32;
}

/// The slot for operands of this hash.
ReenactOperands& slot(const ReenactFunction& function, uint32_t edge, uint64_t operands) {
  auto& table = *reinterpret_cast<ReenactOperandTable*>(reinterpret_cast<char*>(control) + control->operands_offset);
  const uint64_t place = mixed(uint64_t{function.id} << 32 | edge) + (mixed(operands) >> 24) % kWays;
  const auto index = static_cast<uint32_t>(place % kReenactOperandSlots);
  ReenactOperands& result = table.slots[index];
  if (result.kind == kReenactFree && table.count < kReenactOperandSlots) table.filled[table.count++] = index;
  return result;
}

/// A pointer compared with another one, or with null: a place in memory is no value to try.
bool are_addresses(uint64_t a, uint64_t b) {
  const auto is_address = [](uint64_t value) { return value >= uint64_t{1} << 32 && value < uint64_t{1} << 47; };
  return (is_address(a) && (b == 0 || is_address(b))) || (a == 0 && is_address(b));
}

}  // namespace

void note_operands(const ReenactFunction& function, uint32_t edge, int64_t a, int64_t b) {
  const auto is_small = [](int64_t value) {
    return value >= -1 && value <= 2;
  };  // truth values, and what is tried anyway
  if (a == b || (is_small(a) && is_small(b))) return;
  ReenactOperands& out = slot(function, edge, static_cast<uint64_t>(a) * 31 + static_cast<uint64_t>(b));
  out.kind = kReenactIntegers;
  out.values.integers[0] = a;
  out.values.integers[1] = b;
}

void note_operands(const ReenactFunction& function, uint32_t edge, uint64_t a, uint64_t b) {
  if (!are_addresses(a, b)) note_operands(function, edge, static_cast<int64_t>(a), static_cast<int64_t>(b));
}

void note_operands(const ReenactFunction& function, uint32_t edge, double a, double b) {
  if (a == b || !std::isfinite(a) || !std::isfinite(b)) return;
  ReenactOperands& out = slot(function, edge, 0);
  out.kind = kReenactReals;
  out.values.reals[0] = a;
  out.values.reals[1] = b;
}

void note_operands(const ReenactFunction& function, uint32_t edge, const char* a, uint64_t a_length, const char* b,
                   uint64_t b_length) {
  if (a_length > kReenactMaxOperand || b_length > kReenactMaxOperand || a_length + b_length == 0) return;
  uint64_t hash = a_length;
  for (uint64_t i = 0; i < b_length; ++i) hash = hash * 31 + static_cast<unsigned char>(b[i]);
  ReenactOperands& out = slot(function, edge, hash);
  out.kind = kReenactTexts;
  out.lengths[0] = static_cast<uint32_t>(a_length);
  out.lengths[1] = static_cast<uint32_t>(b_length);
  if (a_length > 0) std::memcpy(out.values.texts[0], a, a_length);
  if (b_length > 0) std::memcpy(out.values.texts[1], b, b_length);
}

}  // namespace reenact::runtime
