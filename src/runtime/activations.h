// What the shadow stack says: functions inlined into one another share a frame.
#pragma once

#include "runtime/runtime.h"

namespace reenact::runtime {

/// One active function.
struct Activation {
  ReenactFunction* function;
  uint32_t line;        // 0: not known
  ReenactFrame* frame;  // perhaps shared with others
};

/// Bits of ReenactFrame::context that are this function's.
inline uint32_t context_of(const Activation& activation) {
  return activation.frame->context & activation.function->positions;
}

/// Visits the stack that ends at `top`, innermost first, until `visit(Activation)` returns false.
template <typename Visit>
void for_each_activation(ReenactFrame* top, Visit visit) {
  if (top >= shadow_stack + kMaxShadowFrames) return;  // a foreign thread's
  for (ReenactFrame* frame = top; frame > shadow_stack; --frame) {
    const ReenactUnit& unit = *frame->unit;
    // A frame that died before it stored its first site holds anything.
    for (uint32_t site = frame->site; site != 0 && site < unit.site_count; site = unit.sites[site].outer)
      if (!visit(Activation{&unit.functions[unit.sites[site].function], unit.sites[site].line, frame})) return;
  }
}

}  // namespace reenact::runtime
