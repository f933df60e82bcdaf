// Constant memory that is read at symbolic indices.
#pragma once

#include "abi/concolic.h"

namespace reenact::concolic_runtime {

/// The expression of a value of `size` bytes (1, 2, 4 or 8) read at `address` through a pointer of that label, if it is in constant memory;
/// else 0. Says that the index is inside of the table.
ReenactLabel read_constant(uintptr_t address, uint64_t size, ReenactLabel pointer);

/// The region is another one: no table is in it yet.
void forget_published();

}  // namespace reenact::concolic_runtime
