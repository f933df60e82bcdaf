// Labels are kept in pages of 256 bytes of memory, made when the first of them is labelled. In front of them stands a table of flags
// by a hash of the page: most memory never holds anything symbolic, and then one load of a flag says so, inlined by the pass. Rejected: a
// fixed mapping of all memory as sanitizers have it. With four bytes of label per byte it does not fit into the address
// space beside a subject, and a memory limit would count it.
#include "runtime/concolic/shadow.h"

#include <stdlib.h>
#include <string.h>

uint8_t reenact_concolic_pages[kReenactPageFlags];
uint8_t reenact_concolic_any;

namespace reenact::concolic_runtime {
namespace {

constexpr uintptr_t kPage = uintptr_t{1} << kReenactPageBits;
/// A value is not wider than that.
constexpr uintptr_t kWidest = 16;

struct Page {
  uintptr_t number;  // address / kPage
  ReenactLabel labels[kPage];
};

// Open addressing over pages; slots hold their number + 1. Pages are kept between runs, their slots are not.
constexpr uint32_t kSlots = 1 << 16;
constexpr uint32_t kMaxPages = kSlots / 2;
uint32_t slots[kSlots];
uint32_t used_slots[kMaxPages];
Page* pages[kMaxPages];
uint32_t page_count = 0;
uint32_t allocated = 0;

uint32_t* slot_of(uintptr_t number) {
  uint32_t slot = static_cast<uint32_t>(number * 0x9E3779B97F4A7C15 >> 48);
  while (slots[slot] != 0 && pages[slots[slot] - 1]->number != number) slot = (slot + 1) % kSlots;
  return &slots[slot];
}

/// What was found last: accesses come in runs.
Page* last = nullptr;

Page* find(uintptr_t number) {
  if (last != nullptr && last->number == number) return last;
  const uint32_t slot = *slot_of(number);
  if (slot == 0) return nullptr;
  return last = pages[slot - 1];
}

/// None: there are too many, or no memory for it.
Page* find_or_make(uintptr_t number) {
  if (last != nullptr && last->number == number) return last;
  uint32_t* const slot = slot_of(number);
  if (*slot != 0) return pages[*slot - 1];
  if (page_count == kMaxPages) return nullptr;
  if (page_count == allocated) {
    pages[page_count] = static_cast<Page*>(malloc(sizeof(Page)));
    if (pages[page_count] == nullptr) return nullptr;
    ++allocated;
  }
  Page* const page = pages[page_count];
  page->number = number;
  memset(page->labels, 0, sizeof page->labels);
  used_slots[page_count] = static_cast<uint32_t>(slot - slots);
  *slot = ++page_count;
  return last = page;
}

uint8_t& flag_of(uintptr_t address) {
  return reenact_concolic_pages[(address >> kReenactPageBits) % kReenactPageFlags];
}

}  // namespace

void clear_shadow() {
  for (uint32_t i = 0; i < page_count; ++i) {
    const uintptr_t address = pages[i]->number * kPage;
    flag_of(address) = 0;
    flag_of(address - kWidest) = 0;
    slots[used_slots[i]] = 0;
  }
  page_count = 0;
  last = nullptr;
  reenact_concolic_any = 0;
}

ReenactLabel label_at(uintptr_t address) {
  const Page* const page = find(address / kPage);
  return page == nullptr ? 0 : page->labels[address % kPage];
}

const ReenactLabel* labels_of(uintptr_t address, uint64_t size, ReenactLabel (&spare)[16]) {
  if (address % kPage + size <= kPage) {
    const Page* const page = find(address / kPage);
    return page == nullptr ? nullptr : &page->labels[address % kPage];
  }
  bool any = false;
  for (uint64_t i = 0; i < size; ++i) any |= (spare[i] = label_at(address + i)) != 0;
  return any ? spare : nullptr;
}

void set_label(uintptr_t address, ReenactLabel label) {
  Page* const page = label == 0 ? find(address / kPage) : find_or_make(address / kPage);
  if (page == nullptr) return;
  page->labels[address % kPage] = label;
  if (label == 0) return;
  // Whoever reads a value asks for the flag of its first byte only, so a label also flags where such a value may begin.
  flag_of(address) = 1;
  flag_of(address - kWidest) = 1;
  reenact_concolic_any = 1;
}

void clear_labels(uintptr_t address, uint64_t size) {
  const uintptr_t end = address + size;
  while (address < end) {
    const uintptr_t page_end = (address / kPage + 1) * kPage;
    const uintptr_t part = (page_end < end ? page_end : end) - address;
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
