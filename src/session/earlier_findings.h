// A test of a crash has no undefined behaviour but that crash: what sanitizers find before it is of the test's making, or
// another bug of the subject.
#pragma once

#include <functional>

#include "build/clean_build.h"
#include "check/check.h"

namespace reenact {

/// What the subject is built with to find them.
[[nodiscard]] Sanitizers sanitizers_of_earlier_findings();
/// The request for the same test, built by `sanitized`, in a folder of its own.
[[nodiscard]] CheckRequest with_sanitizers(CheckRequest request, TestBuild sanitized);

/// Has the request's test run once with the subject built with AddressSanitizer and checks of UBSan, and the test with
/// _GLIBCXX_ASSERTIONS. The first finding that is not the crash of `verdict`, which must be a reproduced one: if it is of the test's making (its own
/// code, or `is_contrived`: a contract is broken), the verdict is no longer "reproduced"; one inside the subject is told
/// (Verdict::earlier). A subject that does not build so is told as not compared. `build` builds the subject with sanitizers: as
/// much of it as the test seems to need, `whole` if that did not link. Only the first finding is seen: the run ends there.
void judge_earlier_finding(Verdict& verdict, const CheckRequest& request, SubjectOptions options, bool is_contrived,
                           const std::function<Expected<TestBuild>(const SubjectOptions&, bool whole)>& build);

}  // namespace reenact
