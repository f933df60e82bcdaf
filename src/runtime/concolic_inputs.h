// What running a test adds in a worker of the concolic flavour: its literals are named as inputs. In other workers the functions
// of abi/concolic.h are not there, and nothing is done.
#pragma once

#include "abi/concolic.h"
#include "runtime/runtime.h"

#pragma weak reenact_concolic_attach
#pragma weak reenact_concolic_begin
#pragma weak reenact_concolic_end
#pragma weak reenact_concolic_input

namespace reenact::runtime {

/// A run begins. Attaches the region first, once in each child: what an earlier child had put into it means nothing here.
inline void begin_inputs() {
  static bool is_attached = false;
  if (reenact_concolic_begin == nullptr || control->concolic_offset == 0) return;
  if (!is_attached)
    reenact_concolic_attach(
        reinterpret_cast<ReenactConcolicRegion*>(reinterpret_cast<char*>(control) + control->concolic_offset));
  is_attached = true;
  reenact_concolic_begin();
}

inline void end_inputs() {
  if (reenact_concolic_end != nullptr) reenact_concolic_end();
}

/// The `count` elements of `size` bytes at `address` are the inputs of statement `statement`, as reenact_input_number() says.
inline void name_elements(void* address, size_t size, size_t count, uint32_t statement) {
  if (reenact_concolic_input == nullptr || (size != 1 && size != 2 && size != 4 && size != 8)) return;
  for (size_t i = 0; i < count; ++i)
    reenact_concolic_input(static_cast<char*>(address) + i * size, size, reenact_input_number(statement, i));
}

/// The number at `address` says how many elements the literal of statement `statement` has.
inline void name_size(uint64_t* address, uint32_t statement) {
  if (reenact_concolic_input != nullptr)
    reenact_concolic_input(address, sizeof *address,
                           reenact_input_number(statement, static_cast<uint32_t>(kReenactSizeElement)));
}

}  // namespace reenact::runtime
