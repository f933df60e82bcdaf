// Builds the printed test without any instrumentation of ours and reruns it in fresh processes. The only
// maker of a "reproduced" verdict.
#pragma once

#include <atomic>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "build/clean_build.h"
#include "crash/description.h"
#include "crash/match.h"
#include "crash/report.h"

namespace reenact {

/// A printed test, and the crash it must end in: of `report` or of `description` exactly one is given.
struct CheckRequest {
  std::string test_source;         // the text of crash_test.cpp
  bool is_c = false;               // or of crash_test.c: a program in C
  std::filesystem::path work_dir;  // scratch, ours
  TestBuild build;
  /// Folder of a smaller gtest/gtest.h, which is tried first; empty: none. For runs that ask for no verdict.
  std::filesystem::path small_gtest{};
  const CrashReport* report = nullptr;
  /// Instead of `report`, when only a part of the crash is known: every run must fit it.
  const CrashDescription* description = nullptr;
  std::size_t frames = 0;  // subject frames that must match, innermost first (frame k)
  unsigned runs = 3;
  unsigned jobs = 1;                               // runs side by side, behind the first
  bool every_run = false;                          // also behind a first one that ends otherwise: for the rate
  Compilers* compilers = nullptr;                  // as in SubjectOptions
  const std::atomic<bool>* interrupted = nullptr;  // when given and true, checking ends with an error; not owned
};

/// See check().
enum class VerdictStatus { kReproduced, kPartial, kNotReproduced };

/// What the runs of a test in fresh processes came to.
struct Verdict {
  VerdictStatus status = VerdictStatus::kNotReproduced;
  unsigned runs = 0, runs_matching = 0;   // "3/3"
  std::size_t frames_matched = 0;         // the fewest over the runs
  std::size_t cycle = 0;                  // of an exhausted stack: the frames of its recursion, all that is claimed
  std::string difference;                 // of the first run that differs; empty if reproduced
  std::vector<std::string> not_compared;  // in words: what the report does not tell, if reproduced
  std::string earlier;                    // in words: a bug of the subject that sanitizers find before the crash
  CrashReport observed;                   // of the first run that crashed
};

/// Compiles the test, links it with the clean objects (as if from an archive, behind gtest_main: a subject's
/// own `main` stays out), and runs it `runs` times. Reproduced: every run crashes as `report` says
/// (crash/match.h), lines included, or as `description` does; partial: every run has the kind and at least one frame; else not
/// reproduced. kSubject error: the test does not compile or link (the compiler's words); kUsage: gdb is
/// missing; kInterrupted.
[[nodiscard]] Expected<Verdict> check(const CheckRequest& request);

/// Of "the test does not compile:\n<many lines>" its first line, and the compiler's or linker's first error.
[[nodiscard]] std::string in_short(const std::string& words);

/// "heap buffer overflow in f (f.c:5)"
[[nodiscard]] std::string in_words(const CrashReport& crash);
/// Is the innermost frame that is somebody's source the test's?
[[nodiscard]] bool is_in_test(const CrashReport& finding);

/// What a sanitizer finds before a crash.
struct EarlierFinding {
  /// In its own code, or in a library's that it calls; or beyond memory that the test made, in a call before the one that crashes. Else in the
  /// subject's: it reads beyond a text in the very call that crashes, that may be the cause.
  bool is_of_the_test = false;
  std::string words;  // "heap buffer overflow in f (f.c:5)"
};
/// Builds the request's test, whose build has sanitizers, and runs it once: what is found first, unless it is `crash`
/// itself, at one of its places. Errors as for check().
[[nodiscard]] Expected<std::optional<EarlierFinding>> earlier_finding(const CheckRequest& request,
                                                                      const CrashReport& crash);

/// Builds the request's test and runs it once: does it pass? Errors as for check(). No EXPECT_DEATH: GoogleTest keeps
/// what a death says in a file right in /tmp, where no test may write.
[[nodiscard]] Expected<bool> passes(const CheckRequest& request);

/// How often a test passes.
struct Passes {
  unsigned runs = 0, passing = 0;
  std::string otherwise;  // how the first run ended that did not pass
};
/// Builds the request's test and runs it as often as it says, under the same limits. Errors as for check().
[[nodiscard]] Expected<Passes> count_passes(const CheckRequest& request);

/// Is GoogleTest's header its first line? Then it may come precompiled (build/precompiled.h).
[[nodiscard]] bool begins_with_gtest(std::string_view test_source);

/// Compiles the request's test, and links nothing: who builds the same test in the same folder later, does not compile it again.
/// Errors as for check().
[[nodiscard]] Expected<void> compile_test(const CheckRequest& request);

/// Compiles the request's test and links it with the clean objects, as check() does: the program. Errors as for check().
[[nodiscard]] Expected<std::filesystem::path> build_test(const CheckRequest& request);

/// Does a test compile, and which files does it include, directly or not? These are known also where it does not compile.
struct TriedTest {
  bool compiles = false;
  std::vector<std::filesystem::path> included;
};

/// Of the request's test. (Syntax and types only: a fraction of a second, nothing is kept.)
[[nodiscard]] TriedTest try_test(const CheckRequest& request);

}  // namespace reenact
