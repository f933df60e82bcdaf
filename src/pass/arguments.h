// What callers pass, site by site: is a pointer an object for certain, does a number tell how much there is behind a pointer.
// What all callers keep and no declaration says follows from it (api/contracts/callers.h).
//
//   char name[32];                          "arguments": of the call of `fill` [[object, 0], [whole]],
//   fill(name, sizeof name);                of `send` [what the function itself was given first, ...]
//   if (to) send(to, name, strlen(name));   or, behind the check, [object, ...]
#pragma once

#include <string>
#include <vector>

#include "pass/instrument.h"

namespace reenact::pass {

/// Writes the calls of `functions` to `path` (abi/model_keys.h, "Of a caller").
void write_arguments(const std::vector<Numbering>& functions, const std::string& path);

}  // namespace reenact::pass
