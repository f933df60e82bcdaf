// The header of what the reporter's program called, where it does not look public.
//
//   #0 Parser::fail (parser.cpp:30)  #1 tool::convert (convert.cpp:12)  #2 main (tool.cpp:5)
//
// The project has include/parser.h, and src/convert.h beside its sources. convert() was called from outside, so that a test
// may do so, too.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "build/build.h"

namespace reenact {

/// The headers that declare the outermost of `functions` that any header of the project declares; none if a public one does,
/// or nothing has called it (the outermost of all: the trace may be cut off there). `functions`: of the report's frames,
/// innermost first. Headers are read as text: a function is declared where its name stands before a parenthesis and behind
/// a type, in a header that names its class, too.
[[nodiscard]] std::vector<std::filesystem::path> headers_of_entry(const std::vector<BuiltUnit>& units,
                                                                  const std::vector<std::string>& functions);

/// Headers of the report that no unit includes: of a library of headers, what its tests do not look at. They have the name of one of the
/// report's files, and no other file in the units' include folders has; or they declare one of `functions` that no header declares that a
/// unit includes, as headers_of_entry() finds it. `files`: without folders.
[[nodiscard]] std::vector<std::filesystem::path> reported_headers(const std::vector<BuiltUnit>& units,
                                                                  const std::vector<std::string>& files,
                                                                  const std::vector<std::string>& functions);

}  // namespace reenact
