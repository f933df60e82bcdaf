// Which calls are bridged first. A thunk that calls a template or an inline function makes the compiler instantiate, instrument and
// optimise it, so that the whole API of a library that lives in headers takes minutes to bridge, and a crash takes few of its calls.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "api/api_model.h"

namespace reenact {

/// What the calls that are bridged first may cost together: 120 instantiations of a template, or 360 inline functions.
inline constexpr std::size_t kInstantiationCost = 3, kInlineCost = 1, kMostCost = 120 * kInstantiationCost;

/// The calls that wait: of those that cost something, all but the likeliest to be in a crash with `functions` (of the report's
/// frames, as spelled there, innermost first) on its stack that together cost `most`. First come the calls that are these functions, then
/// those of the classes of functions that are no calls, the outermost first, each with what makes its arguments, up to half of `most`; what
/// changes the objects they take; the rest of their classes. What costs nothing never waits. Without `functions` any call is as likely.
/// Empty: all cost no more than `most`, or no call has to do with `functions`.
[[nodiscard]] std::vector<CallableId> calls_for_later(const ApiModel& api, const std::vector<std::string>& functions,
                                                      std::size_t most = kMostCost);

}  // namespace reenact
