#include <fmt/format.h>
#include <gtest/gtest.h>

#include "crash/match.h"
#include "crash/reader.h"

namespace reenact {
namespace {

constexpr std::string_view kIdle =
    "Thread 2 (Thread 0x7f12 (LWP 43)):\n"
    "#0  0x1 in __futex_abstimed_wait_common64 (private=0) at ./nptl/futex-internal.c:57\n"
    "#1  0x2 in ___pthread_cond_wait (cond=0x1) at ./nptl/pthread_cond_wait.c:627\n"
    "#2  0x3 in pool::wait (this=0x1) at pool.cpp:20\n"
    "#3  0x4 in start_thread (arg=0x1) at ./nptl/pthread_create.c:442\n\n";
constexpr std::string_view kBusy =
    "Thread 3 (Thread 0x7f13 (LWP 44)):\n#0  0x5 in pool::work (this=0x1) at pool.cpp:31\n\n";
constexpr std::string_view kCrashed =
    "Thread 1 (Thread 0x7f11 (LWP 42)):\n#0  0x6 in box::get (this=0x0) at box.cpp:7\n#1  0x7 in main () at m.cpp:3\n";

std::string innermost_of(const Expected<CrashReport>& report) {
  if (!report) return report.error().message;
  const auto frames = report->subject_frames();
  return fmt::format("{}: {}", to_string(report->kind), plain_name(report->frames[frames.at(0).index()].function));
}

std::string innermost_of(const std::string& text) { return innermost_of(read_crash_report(text, "bt")); }

TEST(GdbThreads, TheOneTheTextNamesHasCrashed) {
  const std::string traces = fmt::format("{}{}{}", kBusy, kIdle, kCrashed);
  const std::string segv = "Program terminated with signal SIGSEGV, Segmentation fault.\n";
  EXPECT_EQ(innermost_of(segv + "[Current thread is 1 (Thread 0x7f11 (LWP 42))]\n" + traces),
            "null dereference: box::get");
  EXPECT_EQ(innermost_of("Thread 3 \"app\" received signal SIGSEGV, Segmentation fault.\n" + traces),
            "wild access: pool::work");
  EXPECT_EQ(innermost_of(segv + "[Switching to Thread 0x7f13 (LWP 44)]\n" + traces), "wild access: pool::work");
}

TEST(GdbThreads, WhatStandsInFrontOfAllThreadsHasCrashed) {
  EXPECT_EQ(innermost_of(fmt::format("Program received signal SIGFPE, Arithmetic exception.\n"
                                     "#0  0x6 in box::size (n=0) at box.cpp:9\n\n{}{}",
                                     kBusy, kIdle)),
            "arithmetic error: box::size");
}

TEST(GdbThreads, WhereNothingNamesItTheFramesTell) {
  const std::string aborted =
      "Thread 4 (LWP 45):\n#0  0x1 in __GI_raise (sig=6) at ../sysdeps/unix/sysv/linux/raise.c:50\n"
      "#1  0x2 in __GI_abort () at abort.c:79\n#2  0x3 in box::check (this=0x1) at box.cpp:12\n";
  const std::string signal = "Program terminated with signal SIGABRT, Aborted.\n";
  EXPECT_EQ(innermost_of(fmt::format("{}{}{}{}", signal, kIdle, kCrashed, aborted)), "abort: box::check");
  EXPECT_EQ(innermost_of(fmt::format("Program terminated with signal SIGSEGV, Segmentation fault.\n{}{}{}", kIdle,
                                     kBusy, kCrashed)),
            "null dereference: box::get")
      << "of a core file's threads the first";
}

TEST(GdbThreads, TheUserMayKnowBetter) {
  const std::string text =
      fmt::format("Program terminated with signal SIGSEGV, Segmentation fault.\n{}{}", kBusy, kCrashed);
  EXPECT_EQ(innermost_of(read_crash_report(text, "bt", 3)), "wild access: pool::work");
  EXPECT_EQ(innermost_of(read_crash_report(text, "bt", 4)),
            "bt: --thread 4: there is no such thread\n  next step: give one of 1, 3");
  EXPECT_EQ(innermost_of(read_crash_report("#0  0x6 in f () at a.c:7\n", "bt", 1)),
            "bt: --thread 1: it does not tell which trace is of which thread\n  next step: leave --thread out");
}

// gdb shows where a core's program stopped before it does what it is told.
TEST(GdbThreads, WhereTheProgramStoppedIsNoWholeTrace) {
  const auto report = read_crash_report(
      "Program terminated with signal SIGSEGV, Segmentation fault.\n"
      "#0  pick (i=4) at app.c:4\n"
      "4\tint pick(int i) { return *slot(i); }\n"
      "[Current thread is 1 (Thread 0x7ffff7dd0740 (LWP 31))]\n\n"
      "Thread 2 (Thread 0x7ffff7dcf6c0 (LWP 37)):\n"
      "#0  0x00007ffff7ea6df2 in __libc_pause () at ../sysdeps/unix/sysv/linux/pause.c:29\n"
      "#1  0x00005555555551f2 in worker (p=0x0) at app.c:6\n\n"
      "Thread 1 (Thread 0x7ffff7dd0740 (LWP 31)):\n"
      "#0  pick (i=4) at app.c:4\n"
      "#1  0x00005555555551cd in all (n=9) at app.c:5\n"
      "#2  0x0000555555555231 in main () at app.c:7\n",
      "bt");
  ASSERT_TRUE(report);
  EXPECT_EQ(report->kind, CrashKind::kWildAccess);
  ASSERT_EQ(report->subject_frames().size(), 2);
  EXPECT_EQ(report->frames[1].function, "all");
}

TEST(GdbThreads, AProgramThatWasOnlyStoppedHasNotCrashed) {
  const std::string hang =
      "bt: it shows a program that was stopped or waits, not one that crashed\n  next step: give the "
      "trace of a crash; of a program that hangs no test is made; if another thread crashed: "
      "--thread N";
  const std::string stopped = "Program received signal SIGINT, Interrupt.\n#0  0x6 in spin () at a.c:7\n";
  EXPECT_EQ(innermost_of(stopped), hang);
  EXPECT_EQ(innermost_of(std::string(kIdle)), hang);
  EXPECT_TRUE(innermost_of("==1== ERROR: libFuzzer: timeout after 25 seconds\n    #0 0x1 in f(int) (/app+0x12)\n")
                  .starts_with("bt: it shows a program that was stopped"));
  EXPECT_EQ(innermost_of(stopped + "Program received signal SIGSEGV, Segmentation fault.\n#0  0x6 in f () at a.c:9\n"),
            "wild access: f");
}

TEST(GdbReader, ASignalNobodyKnowsIsNotAnyCrash) {
  const auto report =
      read_crash_report("Program received signal SIGPIPE, Broken pipe.\n#0  0x6 in f () at a.c:9\n", "bt");
  ASSERT_TRUE(report);
  EXPECT_EQ(report->kind, CrashKind::kUnknown);
  EXPECT_EQ(report->message, "SIGPIPE");
}

TEST(GdbReader, ARecursionThatWasCutOffIsAnExhaustedStack) {
  std::string text = "Program received signal SIGSEGV, Segmentation fault.\n";
  for (unsigned i = 0; i < 25; ++i)
    text += fmt::format("#{}  0x{:x} in {} (n=1) at r.c:{}\n", i, 16 + i,
                        i % 3 == 0   ? "a"
                        : i % 3 == 1 ? "b"
                                     : "c",
                        10 + i % 3);
  EXPECT_EQ(innermost_of(text + "(More stack frames follow...)\n"), "stack overflow: a");
  EXPECT_EQ(innermost_of(text + "#25 0x99 in main () at m.c:1\n"), "wild access: a") << "a whole trace";
}

}  // namespace
}  // namespace reenact
