// What a verdict needs and does not depend on how the subject is built, made beside that: compilers read and bridge the API one after the
// other for a while, and a processor is idle.
#pragma once

#include <future>

#include "build/options.h"

namespace reenact {

/// GoogleTest's header, compiled as the project's tests will want it (build/precompiled.h), by a thread of its own. Not with one job:
/// then it would only be in the way. What goes wrong is said when it is needed. Ended by `options.interrupted`, which must outlive the future.
[[nodiscard]] std::future<void> make_ahead(const SubjectOptions& options);

}  // namespace reenact
