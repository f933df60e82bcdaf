#include "crash/optimisation.h"

#include <gtest/gtest.h>

#include "crash/reader.h"

namespace reenact {
namespace {

std::vector<Frame> frames_of(const std::string& text) {
  const auto report = read_crash_report(text, "report");
  EXPECT_TRUE(report) << report.error().message;
  return report.value_or(CrashReport()).frames;
}

TEST(ShowsOptimiser, InEachDialect) {
  EXPECT_FALSE(shows_optimiser(frames_of("#0  0x1 in f (n=2) at f.c:1\n#1  0x2 in g (n=2) at f.c:2\n")));
  EXPECT_TRUE(shows_optimiser(frames_of("#0  0x1 in f (n=<optimized out>) at f.c:1\n#1  0x2 in g () at f.c:2\n")));
  EXPECT_TRUE(shows_optimiser(frames_of("#0  0x1 in f.isra.0 (n=2) at f.c:1\n#1  0x2 in g () at f.c:2\n")));
  EXPECT_TRUE(shows_optimiser(frames_of("#0  f (n=2) at f.c:1\n#1  g () at f.c:2\n#2  0x2 in h () at f.c:3\n")))
      << "g has no address: it was inlined";
  EXPECT_FALSE(shows_optimiser(frames_of("#0  f (n=2) at f.c:1\n#1  g () at f.c:2\n#2  h () at f.c:3\n")))
      << "gdb was told to show none";
  const std::string asan = "==1==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x5\n";
  EXPECT_FALSE(shows_optimiser(frames_of(asan + "    #0 0x1 in f f.c:1:1\n    #1 0x2 in g f.c:2:1\n\n")));
  EXPECT_TRUE(shows_optimiser(frames_of(asan + "    #0 0x1 in f f.c:1:1\n    #1 0x1 in g f.c:2:1\n\n")));
  EXPECT_TRUE(shows_optimiser(frames_of(asan + "    #0 0x1 in f /p/f.c\n    #1 0x2 in g f.c:2:1\n\n")));
  EXPECT_FALSE(shows_optimiser(frames_of(asan + "    #0 0x1 in f f.c:1:1\n    #1 0x1 in f f.c:1:1\n\n")))
      << "a recursion";
  const std::string lldb = "* thread #1, stop reason = signal SIGSEGV\n  * frame #0: 0x1 app`f(n=2) at f.c:1:1";
  EXPECT_FALSE(shows_optimiser(frames_of(lldb + "\n    frame #1: 0x2 app`g(n=2) at f.c:2:1\n")));
  EXPECT_TRUE(shows_optimiser(frames_of(lldb + " [opt]\n    frame #1: 0x2 app`g(n=2) at f.c:2:1\n")));
  const std::string valgrind = "==4== Invalid read of size 4\n==4==    at 0x1A: f (f.c:1)\n";
  EXPECT_FALSE(shows_optimiser(frames_of(valgrind + "==4==    by 0x1B: g (f.c:2)\n==4== \n")));
  EXPECT_TRUE(shows_optimiser(frames_of(valgrind + "==4==    by 0x1A: g (f.c:2)\n==4== \n")));
}

TEST(ShowsInlinedLibrary, ByAFrameOfItsHeaders) {
  const std::string asan = "==1==ERROR: AddressSanitizer: heap-use-after-free on address 0x5\n";
  const std::string copy =
      "    #0 0x1 in std::string::string(std::string const&) /usr/include/c++/12/bits/basic_string.h:5:1\n";
  EXPECT_TRUE(shows_inlined_library(
      frames_of(asan + copy +
                "    #1 0x1 in std::pair::pair() /usr/include/c++/12/bits/pair.h:7:1\n    #2 0x2 in g f.c:2:1\n\n")));
  EXPECT_FALSE(shows_inlined_library(frames_of(asan + copy + "    #1 0x2 in g f.c:2:1\n\n")));
  EXPECT_FALSE(shows_inlined_library(frames_of(asan + "    #0 0x1 in f f.c:1:1\n    #1 0x1 in g f.c:2:1\n\n")));
}

TEST(ShowsOptimiser, OnlyInTheSubjectsFrames) {
  EXPECT_FALSE(
      shows_optimiser(frames_of("#0  0x1 in __GI_raise (sig=sig@entry=6) at ../sysdeps/raise.c:50\n"
                                "#1  0x2 in f (n=2) at f.c:1\n")));
}

}  // namespace
}  // namespace reenact
