// Frames that the project's own build has lost. An optimised build may leave none of an inlined function: gcc's none at all, where
// a single instruction is left of it. A report of another build shows them.
//
//   reported:  #0 Node::next() node.h:57   #1 Pool::reset() pool.cpp:665        (clang -O1)
//   seen:      #0 Pool::reset() pool.cpp:665                                    (g++ -O2)
#pragma once

#include <functional>

#include "build/clean_build.h"
#include "check/check.h"

namespace reenact {

/// Where the run of `verdict` is the reported crash but for frames that it lacks, has the request's test checked once more with the
/// subject built without optimisation. If that is the reported crash with all its frames, it is the verdict, and says so
/// (Verdict::not_compared). `build` builds the subject: as much of it as the test seems to need, `whole` if that did not link.
void look_for_lost_frames(Verdict& verdict, CheckRequest request, SubjectOptions options,
                          const std::function<Expected<TestBuild>(const SubjectOptions&, bool whole)>& build);

}  // namespace reenact
