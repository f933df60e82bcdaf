// Which objects others keep, and how long these have to live: what is handed over at a registration outlives the object
// that remembers it.
//
//   bell_add(bell, listener);   the bell keeps the listener
//   listener_free(listener);    too early
//   bell_ring(bell);            here it is used, or below, where it is freed
//
//   Hub hub;  Listener listener;  hub.subscribe(listener);     too early, too: `listener` is destroyed before `hub`
//
// A registration is known by its name: "subscribe", "attach", "register"; "add", "set", "connect" and the like where a
// callback is handed over with the object, or the object's type is named as one ("listener", "observer"). A call that is
// named otherwise ("remove", "detach") and gets the keeper or the object between both ends it.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "testcase/test_case.h"

namespace reenact {

/// A registration that outlives what it keeps.
struct EarlyEnd {
  std::size_t registration;  // the call
  std::size_t object;        // the statement whose variable it keeps
  /// The call that frees it, or makes a callback that does, and the next one that gets the keeper; none: it is destroyed at the end, before the keeper.
  std::optional<std::size_t> release, user;
  std::uint32_t parameter = 0;  // of `user`, with the keeper; of `registration`, with the object
};

/// In the order of the registrations, of each object the first. REQUIRES: valid(test, api).
[[nodiscard]] std::vector<EarlyEnd> early_ends(const TestCase& test, const ApiModel& api);

}  // namespace reenact
