// Both ends of the text are the caller's, as parsers want them. It need not end in a NUL.
#pragma once

namespace scan {

/// How deep the brackets of [begin, end) are nested.
int depth(const char* begin, const char* end);

}  // namespace scan
