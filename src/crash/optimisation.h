// Is a report of an optimised build? It does not say so, but it shows.
#pragma once

#include <cstddef>
#include <vector>

#include "crash/report.h"

namespace reenact {

/// Does anything in these frames show that an optimiser was at work? A value that is gone ("<optimized out>"), a clone
/// ("f.isra.0"), lldb's "[opt]", a frame that was inlined. Frames that are not the subject's tell of other builds.
[[nodiscard]] bool shows_optimiser(const std::vector<Frame>& frames);

/// Was something of the C++ library's headers inlined into another frame? These are compiled with the program that uses them.
[[nodiscard]] bool shows_inlined_library(const std::vector<Frame>& frames);

/// Is frame `index` one of its own on the stack, not one that was inlined into the next? False also where the report does not
/// tell. REQUIRES: index < frames.size().
[[nodiscard]] bool is_surely_called(const std::vector<Frame>& frames, std::size_t index);

/// Do these frames, of which those at `of_subject` are the subject's, show that nothing was optimised? Either they hold
/// something of the standard library, called by the subject, that any optimiser inlines (`std::vector::operator[]`), or a debugger
/// tells every value of parameters, and many: an optimised program forgets most of them in calls. REQUIRES: !shows_optimiser(frames).
[[nodiscard]] bool shows_no_optimiser(const std::vector<Frame>& frames, const std::vector<FrameIndex>& of_subject);

}  // namespace reenact
