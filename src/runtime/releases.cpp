#include "runtime/releases.h"

#include <cstddef>
#include <cstring>

#include "runtime/activations.h"
#include "runtime/runtime.h"

extern "C" {
__attribute__((weak)) const char* __asan_locate_address(void* address, char* name, size_t name_size, void** region,
                                                        size_t* region_size);
}

namespace reenact::runtime {
namespace {

struct Release {
  uintptr_t block;
  uint32_t count;
  ReenactTraceEntry frames[kReenactMaxFreed];
};

// The later release takes the slot: what is used after it was freed was mostly freed shortly before.
constexpr size_t kSlots = 4096;
Release releases[kSlots];

Release& slot_of(uintptr_t block) { return releases[(block >> 4) % kSlots]; }

uintptr_t start_of_block(uint64_t address) {
  void* region = nullptr;
  size_t size = 0;
  char name[1];
  // NOLINTNEXTLINE(performance-no-int-to-ptr)
  const char* kind = __asan_locate_address(reinterpret_cast<void*>(address), name, 0, &region, &size);
  return kind != nullptr && std::strcmp(kind, "heap") == 0 ? reinterpret_cast<uintptr_t>(region) : 0;
}

}  // namespace

void note_release(const void* block) {
  if (control == nullptr || control->releases == 0 || current == nullptr || block == nullptr) return;
  Release& release = slot_of(reinterpret_cast<uintptr_t>(block));
  release.block = reinterpret_cast<uintptr_t>(block);
  release.count = 0;
  for_each_activation(reenact_top, [&](const Activation& each) {
    release.frames[release.count] = {each.function->id, each.line};
    return ++release.count < kReenactMaxFreed;
  });
}

void copy_release(ReenactObservation* observation, uint64_t address) {
  observation->freed_count = 0;
  if (control->releases == 0 || __asan_locate_address == nullptr) return;
  const uintptr_t block = start_of_block(address);
  const Release& release = slot_of(block);
  if (block == 0 || release.block != block) return;
  observation->freed_count = release.count;
  std::memcpy(observation->freed, release.frames, release.count * sizeof release.frames[0]);
}

}  // namespace reenact::runtime
