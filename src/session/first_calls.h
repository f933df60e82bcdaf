// Which calls are bridged first. A thunk that calls a template makes the compiler instantiate and optimise it, so that the whole API
// of a library of templates takes minutes to bridge, and a crash takes few of its calls.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "api/api_model.h"

namespace reenact {

/// How many calls that instantiate something are bridged first.
inline constexpr std::size_t kMostInstantiations = 120;

/// The calls that wait: of those that instantiate a template, all but the `most` likeliest to be in a crash with `functions` (of
/// the report's frames, as spelled there) on its stack. First come the calls that are these functions, or, if none is, those of
/// their classes; what makes the arguments of such; what changes the objects they take; the rest of their classes. What instantiates
/// nothing never waits. Empty: no more than `most` calls instantiate anything, or no call has to do with `functions`.
[[nodiscard]] std::vector<CallableId> calls_for_later(const ApiModel& api, const std::vector<std::string>& functions,
                                                      std::size_t most = kMostInstantiations);

}  // namespace reenact
