// A search that has failed with the likeliest calls goes on with all of them. What was compiled of the bridge for those is not compiled again.
#pragma once

#include <filesystem>
#include <vector>

#include "api/bridge.h"

namespace reenact {

/// Have both the same calls and types, under the same ids? A call that waits has the id that it has otherwise.
[[nodiscard]] bool have_same_calls(const ApiModel& a, const ApiModel& b);

/// Makes the files of thunks in `from`, the folder of a subject in which the calls `later` waited, those of `folder`, where the bridge of all
/// calls is going to be built: files of the other calls come behind them. `reading` loses the calls that did not compile there. Does nothing
/// if `known`, the API of that subject, has other calls. What cannot be taken over is compiled anew.
void take_over_bridge(ApiReading& reading, const ApiModel& known, const std::vector<CallableId>& later,
                      const std::filesystem::path& from, const std::filesystem::path& folder);

}  // namespace reenact
