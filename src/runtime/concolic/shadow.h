// A label beside each byte of memory.
#pragma once

#include "abi/concolic.h"

namespace reenact::concolic_runtime {

/// All memory is concrete again.
void clear_shadow();
ReenactLabel label_at(uintptr_t address);
/// Labels of `size` bytes, at most 16; null: all are 0. `spare` is for those of two pages.
const ReenactLabel* labels_of(uintptr_t address, uint64_t size, ReenactLabel (&spare)[16]);
void set_label(uintptr_t address, ReenactLabel label);
/// Makes `size` bytes concrete.
void clear_labels(uintptr_t address, uint64_t size);
/// May there be labels in it? Asks the flags only.
bool may_be_labelled(uintptr_t address, uint64_t size);

}  // namespace reenact::concolic_runtime
