// Who freed and who allocated what: asked for where the report tells it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "abi/abi.h"

namespace reenact::runtime {

/// `block`, of so many bytes, was just allocated by the innermost frame of the shadow stack; null: it was not.
void note_allocation(const void* block, size_t size);
/// `block` is about to be freed by the innermost frame of the shadow stack.
void note_release(const void* block);
/// Was that block freed, as far as is known? AddressSanitizer itself forgets large ones at once: the quarantine of a search is small.
bool was_released(const void* block);
/// Writes who allocated and who freed the block around `address` into the observation, as far as that is known.
void copy_history(ReenactObservation* observation, uint64_t address);

}  // namespace reenact::runtime
