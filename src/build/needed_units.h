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
#include <string_view>
#include <vector>

#include "base/error.h"
#include "build/build.h"

namespace reenact {

/// Marks those that are known to be needed (CompileCommand::stands_for_library).
void mark_needed_units(std::vector<CompileCommand>& commands, const SubjectOptions& options);

/// Which of the units that were left out define one of `undefined`, mangled or not? They are remembered. False: none does that was not known
/// before. REQUIRES: lock_of() the instrumented flavour is held. Errors: as build_units() and symbols_of().
[[nodiscard]] Expected<bool> learn_needed_units(const std::set<std::string>& undefined, const SubjectOptions& options);

/// What a linker calls undefined: `die(char const*)` of "ld.lld: error: undefined symbol: die(char const*)".
[[nodiscard]] std::set<std::string> undefined_in(std::string_view linkers_words);

}  // namespace reenact
