#include "runtime/concolic/shadow.h"

#include <stdlib.h>
#include <string.h>

uint8_t reenact_concolic_pages[kReenactPageFlags];
uint8_t reenact_concolic_any;

namespace reenact::concolic_runtime {
namespace shadow {

Page* recent[kRecent];

namespace {

// Open addressing over pages; slots hold their number + 1. Pages are kept between runs, their slots are not.
constexpr uint32_t kSlots = 1 << 17;
constexpr uint32_t kMaxPages = kSlots / 2;
uint32_t slots[kSlots];
uint32_t used_slots[kMaxPages];
Page* pages[kMaxPages];
uint32_t page_count = 0;
uint32_t allocated = 0;

uint32_t* slot_of(uintptr_t number) {
  uint32_t slot = static_cast<uint32_t>(number * 0x9E3779B97F4A7C15 >> 47);
  while (slots[slot] != 0 && pages[slots[slot] - 1]->number != number) slot = (slot + 1) % kSlots;
  return &slots[slot];
}

}  // namespace

__attribute__((noinline, cold, preserve_most)) Page* look_up(uintptr_t number) {
  const uint32_t slot = *slot_of(number);
  return slot == 0 ? nullptr : recent[number % kRecent] = pages[slot - 1];
}

__attribute__((noinline, cold, preserve_most)) Page* make(uintptr_t number) {
  if (page_count == kMaxPages) return nullptr;
  if (page_count == allocated) {
    pages[page_count] = static_cast<Page*>(malloc(sizeof(Page)));
    if (pages[page_count] == nullptr) return nullptr;
    ++allocated;
  }
  uint32_t* const slot = slot_of(number);
  Page* const page = pages[page_count];
  page->number = number;
  memset(page->labels, 0, sizeof page->labels);
  used_slots[page_count] = static_cast<uint32_t>(slot - slots);
  *slot = ++page_count;
  return recent[number % kRecent] = page;
}

}  // namespace shadow

using namespace shadow;

void clear_shadow() {
  for (uint32_t i = 0; i < page_count; ++i) {
    const uintptr_t address = pages[i]->number * kPage;
    flag_of(address) = 0;
    flag_of(address - kWidest) = 0;
    slots[used_slots[i]] = 0;
  }
  page_count = 0;
  memset(recent, 0, sizeof recent);
  reenact_concolic_any = 0;
}

void clear_labels(uintptr_t address, uint64_t size) {
  const uintptr_t end = address + size;
  while (address < end) {
    const uintptr_t page_end = (address / kPage + 1) * kPage;
    const uintptr_t part = (page_end < end ? page_end : end) - address;
    if (flag_of(address) != 0)
      if (Page* const page = find(address / kPage))
        memset(&page->labels[address % kPage], 0, part * sizeof(ReenactLabel));
    address += part;
  }
}

bool may_be_labelled(uintptr_t address, uint64_t size) {
  if (reenact_concolic_any == 0) return false;
  for (uintptr_t page = address / kPage; page <= (address + size - 1) / kPage; ++page)
    if (flag_of(page * kPage) != 0) return true;
  return false;
}

}  // namespace reenact::concolic_runtime
