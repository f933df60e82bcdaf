// Objects of derived classes as arguments for parameters that take a base.
#pragma once

#include <string>
#include <vector>

#include "api/types/types.h"

namespace reenact::api {

/// Adds the variables of derived classes, and pointers to them, to the parameters of `api` that take a public and
/// unambiguous base; call it once, when all types are known. Returns the bodies of the casts `void* f(void* p)` from
/// derived to base, by the index that the added sources give.
std::vector<std::string> add_derived_sources(const TypeTable& types, ApiModel& api);

}  // namespace reenact::api
