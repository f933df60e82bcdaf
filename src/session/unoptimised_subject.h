// What the project's own build does not show because it is optimised. It may leave no frame of an inlined function: gcc's none at all, where
// a single instruction is left of it. A frame may be at a line of what was inlined into it. And what cannot happen in a correct program may be left
// out. A report of another build shows them.
//
//   reported:  #0 Node::next() node.h:57   #1 Pool::reset() pool.cpp:665        (clang -O1)
//   seen:      #0 Pool::reset() pool.cpp:665                                    (g++ -O2)
//
//   reported:  #0 descend() tree.c:33   #1 lower_bound() tree.c:96              (clang -O0)
//   seen:      #0 descend() tree.c:33   #1 lower_bound() tree.c:6               (clang -O2: the line of root(), which is inlined)
//
//   reported:  WRITE of size 8   #0 fill() knots.c:85                           (clang -O1)
//   seen:      WRITE of size 16  #0 fill() knots.c:85                           (clang -O2: two numbers at once)
#pragma once

#include <functional>

#include "build/clean_build.h"
#include "check/check.h"

namespace reenact {

/// Where the run of `verdict` is the reported crash but for frames that it lacks, the line of one of the outer ones, or, in the reported
/// function, its kind or its access, or where the report is surely of a build without optimisation (CrashReport::is_unoptimised), has the request's test checked once more with the
/// subject built without, if the project's own build is optimised. If that is the reported crash with all its frames, it is the
/// verdict, and says so (Verdict::not_compared). `build` builds the subject: as much of it as the test seems to need, `whole` if
/// that did not link.
void check_unoptimised(Verdict& verdict, CheckRequest request, SubjectOptions options,
                       const std::function<Expected<TestBuild>(const SubjectOptions&, bool whole)>& build);

}  // namespace reenact
