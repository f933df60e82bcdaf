// Units that were left out, but without which the others do not link.
//
//   main.c     int verbose; void die(const char* why) { ... }  int main(...) { ... }
//   parse.c    if (verbose) ...; die("no number");              what is tested needs main.c
//
// Such a unit is linked with its `main` called something else. Which ones those are is known once the linker has failed, and is remembered in
// the cache: all flavours of the subject have to have the same units. So are libraries of this machine that define all that is lacking then, where
// the build's files do not tell what it links.
//
// And units that do not link with the others: a project that builds one library in several variants compiles the same functions for each.
//
//   floatfann.c     typedef float fann_type;      #include "fann.c"
//   doublefann.c    typedef double fann_type;     #include "fann.c"      only one of them can be in a program
//
// All but one are left out. That is remembered in the same way.
//
// And sources that the compilation database does not have (absent_sources.h), though what it has does not link without them.
//
// And a library of headers whose database has nothing but tests: what they lack is the test framework's, and what they define twice is a function
// of the headers that nobody declared inline. Then they count as programs, and the headers as the library.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "build/build.h"

namespace reenact {

/// Why a subject does not link, or is not read at all.
struct LinkProblem {
  bool is_unread = false;                    // its headers, which nobody named, declare nothing that can be called
  std::set<std::string> undefined;           // symbols, mangled or not
  std::set<std::filesystem::path> variants;  // units that define what another one defines
};

/// Marks those that are known to be needed (CompileCommand::stands_for_library), adds those that the database does not have, and takes out those that
/// are known to be variants of others.
void choose_units(std::vector<CompileCommand>& commands, const SubjectOptions& options);

/// Is it known that the units only use a library of headers, and do not link?
[[nodiscard]] bool are_headers_alone(const SubjectOptions& options);

/// The units that choose_units() takes out.
[[nodiscard]] std::vector<std::filesystem::path> variants_left_out(const SubjectOptions& options);

/// The units that choose_units() adds.
[[nodiscard]] std::vector<std::filesystem::path> absent_units(const SubjectOptions& options);

/// "-lxml2": libraries that are known to be needed, and that nobody named.
[[nodiscard]] std::vector<std::string> needed_libraries(const SubjectOptions& options);

/// Are all units tests and examples (are_headers_alone())? If not, which of the units that were left out define one of the undefined symbols, or
/// else which sources that the database does not have? They are remembered, and so are the variants. False: there is nothing that was not known before. Errors: as build_units() and symbols_of().
[[nodiscard]] Expected<bool> learn_needed_units(const LinkProblem& problem, const SubjectOptions& options);

/// The libraries that define all of `undefined`, as flags, if no unit that was left out of `built` may; they are remembered. Empty: there are none, or
/// they were known before.
[[nodiscard]] std::vector<std::string> learn_needed_libraries(const std::set<std::string>& undefined,
                                                              const BuiltSubject& built, const SubjectOptions& options);

/// For the user, of one of needed_libraries().
[[nodiscard]] std::string note_of_needed(const std::string& library);

/// What `attempt` gives, an Expected. Where it fails for what it puts into its parameter, and that can be mended with other units, it is tried
/// again.
template <typename Attempt>
auto with_needed_units(const SubjectOptions& options, Attempt attempt) {
  constexpr int kMostRounds = 4;  // each may bring units that need others
  for (int round = 1;; ++round) {
    LinkProblem problem;
    auto result = attempt(problem);
    const bool is_told = problem.is_unread || !problem.undefined.empty() || !problem.variants.empty();
    if (result || !is_told || round == kMostRounds) return result;
    const auto learnt = learn_needed_units(problem, options);
    if (!learnt || !*learnt) return result;
  }
}

/// What a linker calls undefined: `die(char const*)` of "ld.lld: error: undefined symbol: die(char const*)".
[[nodiscard]] std::set<std::string> undefined_in(std::string_view linkers_words);

/// Of `units`, those that lld says define again what another one defines; of two, the one that was not in `files_in_report` (names
/// without folders), or else the later one. None of two that are made of one file.
[[nodiscard]] std::set<std::filesystem::path> variants_in(std::string_view linkers_words,
                                                          const std::vector<BuiltUnit>& units,
                                                          const std::vector<std::string>& files_in_report);

}  // namespace reenact
