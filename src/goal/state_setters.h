// Which calls can bring objects into the state that the goal's frames ask for: def-use in the program model. What decides
// whether the target lines run is often a field (`_flags & NEEDS_FLUSH`) that few of an API's hundreds of calls set. STAR
// looks for such method sequences by symbolic execution; here they only get a larger share of the draws.
#pragma once

#include <vector>

#include "goal/goal.h"

namespace reenact {

/// By CallableId: 0 for calls that set nothing the goal's branches ask for, else the larger the more of it and the fewer
/// other calls set it. Follows direct calls, and those through pointers by signature.
[[nodiscard]] std::vector<double> state_setters(const Goal& goal);

/// kMaybe: the bits known of the value do not decide.
enum class Satisfies { kNever, kMaybe, kAlways };

/// Does a stored value make `test` come out as `outcome`?
[[nodiscard]] Satisfies satisfies(const FieldStore& stored, const Comparison& test, bool outcome);

}  // namespace reenact
