// Units that were left out, but without which the others do not link.
//
//   main.c     int verbose; void die(const char* why) { ... }  int main(...) { ... }
//   parse.c    if (verbose) ...; die("no number");              what is tested needs main.c
//
// Such a unit is linked with its `main` called something else. Which ones those are is known once the linker has failed, and is remembered in
// the cache: all flavours of the subject have to have the same units. So are libraries of this machine that define all that is lacking then, where
// the build's files do not tell what it links.
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

/// "-lxml2": libraries that are known to be needed, and that nobody named.
[[nodiscard]] std::vector<std::string> needed_libraries(const SubjectOptions& options);

/// Which of the units that were left out define one of `undefined`, mangled or not? If none does, which libraries define all of it? They are
/// remembered. False: there are none that were not known before. Errors: as build_units() and symbols_of().
[[nodiscard]] Expected<bool> learn_needed_units(const std::set<std::string>& undefined, const SubjectOptions& options);

/// What `attempt` gives, an Expected. Where it fails for what it puts into its parameter, undefined symbols, and units that were left out define
/// some, it is tried again.
template <typename Attempt>
auto with_needed_units(const SubjectOptions& options, Attempt attempt) {
  constexpr int kMostRounds = 4;  // each may bring units that need others
  for (int round = 1;; ++round) {
    std::set<std::string> undefined;
    auto result = attempt(undefined);
    if (result || undefined.empty() || round == kMostRounds) return result;
    const auto learnt = learn_needed_units(undefined, options);
    if (!learnt || !*learnt) return result;
  }
}

/// What a linker calls undefined: `die(char const*)` of "ld.lld: error: undefined symbol: die(char const*)".
[[nodiscard]] std::set<std::string> undefined_in(std::string_view linkers_words);

}  // namespace reenact
