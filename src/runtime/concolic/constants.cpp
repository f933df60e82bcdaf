#include "runtime/concolic/constants.h"

#include <ctype.h>
#include <string.h>

#include "runtime/concolic/table.h"

namespace reenact::concolic_runtime {
namespace {

struct Constant {
  uintptr_t begin, end;
  uint32_t data;  // where its bytes are in the region's data + 1; 0: not there yet
};

constexpr uint32_t kMaxConstants = 1 << 14;
Constant constants[kMaxConstants];
uint32_t constant_count = 0;
bool sorted = true;

/// Insertion: they come in order mostly, and once.
void sort_constants() {
  for (uint32_t i = 1; i < constant_count; ++i) {
    const Constant each = constants[i];
    uint32_t place = i;
    for (; place > 0 && constants[place - 1].begin > each.begin; --place) constants[place] = constants[place - 1];
    constants[place] = each;
  }
  sorted = true;
}

Constant* find_constant(uintptr_t address) {
  if (!sorted) sort_constants();
  uint32_t low = 0;
  uint32_t high = constant_count;
  while (low < high) {
    const uint32_t middle = (low + high) / 2;
    if (constants[middle].end <= address)
      low = middle + 1;
    else
      high = middle;
  }
  return low < constant_count && constants[low].begin <= address ? &constants[low] : nullptr;
}

/// Copies the table's bytes to where the engine reads them, once.
bool publish(Constant& constant) {
  if (constant.data != 0) return true;
  const uintptr_t size = constant.end - constant.begin;
  if (size > region->data_capacity - region->data_size) return false;
  char* const data = reinterpret_cast<char*>(region) + region->data_offset + region->data_size;
  memcpy(data, reinterpret_cast<const void*>(constant.begin), size);  // NOLINT(performance-no-int-to-ptr)
  constant.data = region->data_size + 1;
  region->data_size += static_cast<uint32_t>(size);
  return true;
}

}  // namespace

void forget_published() {
  for (uint32_t i = 0; i < constant_count; ++i) constants[i].data = 0;
}

ReenactLabel read_constant(uintptr_t address, uint64_t size, ReenactLabel pointer) {
  Constant* const constant_memory = find_constant(address);
  if (constant_memory == nullptr || (size & (size - 1)) != 0 || size > 8) return 0;
  if ((address - constant_memory->begin) % size != 0) return 0;
  if (!publish(*constant_memory)) return 0;
  const uint64_t elements = (constant_memory->end - constant_memory->begin) / size;
  const unsigned width = static_cast<unsigned>(size * 8);
  const ReenactLabel table =
      leaf(kReenactOpTable, width, 64, static_cast<ReenactLabel>(elements), constant_memory->data - 1);
  const ReenactLabel begin = constant(constant_memory->begin, 64);
  const ReenactLabel offset = operation(kReenactOpSub, 64, pointer, begin);
  const ReenactLabel index =
      operation(kReenactOpLShr, 64, offset, constant(static_cast<uint64_t>(__builtin_ctzll(size)), 64));
  const ReenactLabel inside = operation(kReenactOpUlt, 1, index, constant(elements, 64));
  append(inside, kReenactBoundClause);
  return operation(kReenactOpRead, width, table, index);
}

}  // namespace reenact::concolic_runtime

using namespace reenact::concolic_runtime;

void reenact_concolic_constant(const void* address, uint64_t size) {
  if (constant_count == kMaxConstants) return;
  const auto begin = reinterpret_cast<uintptr_t>(address);
  sorted = sorted && (constant_count == 0 || constants[constant_count - 1].end <= begin);
  constants[constant_count++] = {begin, begin + size, 0};
}

// ctype.h's macros look characters up in tables of the library's, at indices from -128 to 255.
namespace {

template <typename Element>
const Element** known_table(const Element** table) {
  const Element* const first = *table - 128;
  if (recording && find_constant(reinterpret_cast<uintptr_t>(first)) == nullptr)
    reenact_concolic_constant(first, 384 * sizeof(Element));
  return table;
}

}  // namespace

extern "C" {
const unsigned short** reenact_model___ctype_b_loc() { return known_table(__ctype_b_loc()); }
const int32_t** reenact_model___ctype_tolower_loc() { return known_table(__ctype_tolower_loc()); }
const int32_t** reenact_model___ctype_toupper_loc() { return known_table(__ctype_toupper_loc()); }
}
