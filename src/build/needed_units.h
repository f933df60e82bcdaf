// Units that were left out, but without which the others do not link.
//
//   main.c     int verbose; void die(const char* why) { ... }  int main(...) { ... }
//   parse.c    if (verbose) ...; die("no number");              what is tested needs main.c
//
// Such a unit is linked with its `main` called something else. Which ones those are is known once the linker has failed, and is remembered in
// the cache: all flavours of the subject have to have the same units.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "base/error.h"
#include "build/build.h"

namespace reenact {

/// Marks those that are known to be needed (CompileCommand::stands_for_library).
void mark_needed_units(std::vector<CompileCommand>& commands, const SubjectOptions& options);

/// Which of the database's units that are not among `built` define one of `undefined` (mangled)? They are remembered. False: none does that was
/// not known before. Errors: as build_units() and symbols_of().
[[nodiscard]] Expected<bool> learn_needed_units(const BuiltSubject& built, const std::set<std::string>& undefined,
                                                const SubjectOptions& options);

}  // namespace reenact
