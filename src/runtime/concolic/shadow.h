// A label beside each byte of memory.
//
// Labels are kept in pages of 64 bytes of memory, made when the first of them is labelled. In front of them stands a table of flags
// by a hash of the page: most memory never holds anything symbolic, and then one load of a flag says so, inlined by the pass. Pages are
// small, for what is beside an input on the stack or the heap is asked for all the time. Rejected: a
// fixed mapping of all memory as sanitizers have it. With four bytes of label per byte it does not fit into the address
// space beside a subject, and a memory limit would count it.
#pragma once

#include "abi/concolic.h"

namespace reenact::concolic_runtime {

/// All memory is concrete again.
void clear_shadow();
/// Makes `size` bytes concrete.
void clear_labels(uintptr_t address, uint64_t size);
/// May there be labels in it? Asks the flags only.
bool may_be_labelled(uintptr_t address, uint64_t size);

namespace shadow {

constexpr uintptr_t kPage = uintptr_t{1} << kReenactPageBits;
/// A value is not wider than that.
constexpr uintptr_t kWidest = 16;

struct Page {
  uintptr_t number;  // address / kPage
  ReenactLabel labels[kPage];
};

/// What was found lately, by the lowest bits of its number; null: look it up. Accesses come in runs, to a few objects at a time.
constexpr uintptr_t kRecent = 64;
extern Page* recent[kRecent];

/// None: nothing in it is labelled.
__attribute__((noinline, cold, preserve_most)) Page* look_up(uintptr_t number);
/// None: there are too many, or no memory for it.
__attribute__((noinline, cold, preserve_most)) Page* make(uintptr_t number);

inline Page* find(uintptr_t number) {
  Page* const page = recent[number % kRecent];
  return page != nullptr && page->number == number ? page : look_up(number);
}

inline uint8_t& flag_of(uintptr_t address) {
  return reenact_concolic_pages[(address >> kReenactPageBits) % kReenactPageFlags];
}

}  // namespace shadow

inline ReenactLabel label_at(uintptr_t address) {
  const shadow::Page* const page = shadow::find(address / shadow::kPage);
  return page == nullptr ? 0 : page->labels[address % shadow::kPage];
}

/// Labels of `size` bytes, at most 16; null: all are 0. `spare` is for those of two pages.
inline const ReenactLabel* labels_of(uintptr_t address, uint64_t size, ReenactLabel (&spare)[16]) {
  if (__builtin_expect(address % shadow::kPage + size <= shadow::kPage, 1)) {
    const shadow::Page* const page = shadow::find(address / shadow::kPage);
    return page == nullptr ? nullptr : &page->labels[address % shadow::kPage];
  }
  ReenactLabel any = 0;
  for (uint64_t i = 0; i < size; ++i) any |= spare[i] = label_at(address + i);
  return any != 0 ? spare : nullptr;
}

inline void set_label(uintptr_t address, ReenactLabel label) {
  shadow::Page* page = shadow::find(address / shadow::kPage);
  if (page == nullptr && label != 0) page = shadow::make(address / shadow::kPage);
  if (page == nullptr) return;
  page->labels[address % shadow::kPage] = label;
  if (label == 0) return;
  // Whoever reads a value asks for the flag of its first byte only, so a label also flags where such a value may begin.
  shadow::flag_of(address) = 1;
  shadow::flag_of(address - shadow::kWidest) = 1;
  reenact_concolic_any = 1;
}

}  // namespace reenact::concolic_runtime
