// What AddressSanitizer sees only in an optimised test. The code of a library's headers is compiled with the test, and that of std::string
// behind it is in the C++ library, where nothing is watched. An optimised build inlines it, and the report is of such a one.
//
//   reported:  heap buffer overflow in Document::InsertColumn (document.h:844)      (-O1: std::string's constructor is inlined)
//   seen:      wild access in Document::InsertColumn (document.h:844)               (-O0: the same, a few pages further on)
#pragma once

#include "build/options.h"
#include "check/check.h"

namespace reenact {

/// May `request`'s test, which is not compiled with optimisation, be the reported crash if it is? So it may if the project or the reported
/// build is optimised, the report is AddressSanitizer's, and what was seen is at the reported place, or nothing was.
[[nodiscard]] bool may_be_seen_if_optimised(const Verdict& verdict, const CheckRequest& request,
                                            const SubjectOptions& options);
/// Does `again`, of the optimised test, say more than `verdict`: the reported crash, or one where nothing crashed?
[[nodiscard]] bool says_more(const Verdict& again, const Verdict& verdict);
/// `build` with an optimised test.
[[nodiscard]] TestBuild with_optimised_test(TestBuild build);
/// Says in `verdict` which build of the test it is of.
void note_optimised_test(Verdict& verdict);

}  // namespace reenact
