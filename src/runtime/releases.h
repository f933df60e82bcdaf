// Who freed what: asked for where the report tells it of a use after free.
#pragma once

#include <cstdint>

#include "abi/abi.h"

namespace reenact::runtime {

/// `block` is about to be freed by the innermost frame of the shadow stack.
void note_release(const void* block);
/// Writes who freed the block around `address` into the observation, if that is known.
void copy_release(ReenactObservation* observation, uint64_t address);

}  // namespace reenact::runtime
