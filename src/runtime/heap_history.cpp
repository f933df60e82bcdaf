#include "runtime/heap_history.h"

#include <cstring>

#include "runtime/activations.h"
#include "runtime/runtime.h"

extern "C" {
__attribute__((weak)) const char* __asan_locate_address(void* address, char* name, size_t name_size, void** region,
                                                        size_t* region_size);
}

namespace reenact::runtime {
namespace {

struct Block {
  uintptr_t start = 0;
  size_t size = 0;
};

struct Deed {
  Block block;
  ReenactDeed by;
};

// The later deed takes the slot: what is used after it was freed was mostly freed shortly before.
constexpr size_t kSlots = 4096;
Deed releases[kSlots], allocations[kSlots];

Deed& slot_of(Deed (&deeds)[kSlots], uintptr_t block) { return deeds[(block >> 4) % kSlots]; }

Block block_around(uint64_t address) {
  void* region = nullptr;
  size_t size = 0;
  char name[1];
  // NOLINTNEXTLINE(performance-no-int-to-ptr)
  const char* kind = __asan_locate_address(reinterpret_cast<void*>(address), name, 0, &region, &size);
  if (kind == nullptr || std::strcmp(kind, "heap") != 0) return {};
  return {reinterpret_cast<uintptr_t>(region), size};
}

bool is_asked_for(uint32_t what) { return control != nullptr && (control->heap_history & what) != 0; }

/// Of an address between two blocks AddressSanitizer tells the nearer one, which may be another in each run. Further away it is one of the
/// wrong side: `insert(-1, x)` where the report shows what lies behind the last element.
bool lies_elsewhere(uint64_t address, const Block& block) {
  constexpr uint64_t narrowest = 16;  // zone between blocks
  const uint64_t end = block.start + block.size;
  return (is_asked_for(kReenactBeforeBlock) && address >= end && address - end < narrowest) ||
         (is_asked_for(kReenactBehindBlock) && address < block.start && block.start - address <= narrowest);
}

void note(Deed& deed, const Block& block) {
  deed.block = block;
  deed.by.is_known = 1;
  deed.by.count = 0;
  for_each_activation(reenact_top, [&](const Activation& each) {
    deed.by.frames[deed.by.count] = {each.function->id, each.line};
    return ++deed.by.count < kReenactMaxDeed;
  });
}

}  // namespace

void note_allocation(const void* block, size_t size) {
  if (!is_asked_for(kReenactAllocations) || current == nullptr || block == nullptr) return;
  const auto start = reinterpret_cast<uintptr_t>(block);
  // A block of nothing has a byte, says AddressSanitizer.
  note(slot_of(allocations, start), {start, size == 0 ? 1 : size});
}

void note_release(const void* block) {
  if (!is_asked_for(kReenactReleases) || current == nullptr || block == nullptr) return;
  const auto start = reinterpret_cast<uintptr_t>(block);
  note(slot_of(releases, start), {start, 0});
}

bool was_released(const void* block) {
  const auto start = reinterpret_cast<uintptr_t>(block);
  return is_asked_for(kReenactReleases) && slot_of(releases, start).block.start == start;
}

void copy_history(ReenactObservation* observation, uint64_t address) {
  observation->freed.is_known = observation->allocated.is_known = 0;
  if (control->heap_history == 0 || __asan_locate_address == nullptr) return;
  Block block = block_around(address);
  if (block.start == 0) {
    // What was freed may be nobody's by now.
    const Deed& former = slot_of(allocations, address);
    block = {address, former.block.start == address ? former.block.size : 0};
  }
  if (lies_elsewhere(address, block)) return;
  if (const Deed& release = slot_of(releases, block.start); release.block.start == block.start)
    observation->freed = release.by;
  // Shared libraries allocate, too, and are not seen: where the size differs, the block is one of theirs by now.
  const Deed& allocation = slot_of(allocations, block.start);
  if (allocation.block.start == block.start && allocation.block.size == block.size)
    observation->allocated = allocation.by;
}

}  // namespace reenact::runtime
