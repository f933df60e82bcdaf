// (buffer, length): two parameters of a call.
#pragma once

#include <cstdint>

#include "api/api_model.h"

namespace reenact::api {

/// Makes `buffer`, the callable's parameter `buffer_index`, and `length` a pair: where `buffer` takes texts or numbers,
/// their length comes with them.
void pair_up(const ApiModel& api, Parameter& buffer, Parameter& length, std::uint32_t buffer_index);

}  // namespace reenact::api
