#include <gmock/gmock.h>

#include <csignal>

#include "crash/reader.h"

namespace reenact {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> subject_functions_of(const CrashReport& report) {
  std::vector<std::string> result;
  for (const FrameIndex i : report.subject_frames()) result.push_back(report.frames[i.index()].function);
  return result;
}

CrashReport read(std::string_view text) {
  const auto report = read_crash_report(text, "valgrind.txt");
  EXPECT_TRUE(report) << report.error().message;
  return report.value_or(CrashReport{});
}

TEST(ValgrindReader, ABlockThatWasFreed) {
  const CrashReport report = read(R"(==5463== Memcheck, a memory error detector
==5463== Conditional jump or move depends on uninitialised value(s)
==5463==    at 0x10A111: Stack::empty() (s.cpp:5)
==5463==    by 0x10A4C1: main (s.cpp:18)
==5463== 
==5463== Invalid read of size 4
==5463==    at 0x10A664: Stack::pop() (s.cpp:7)
==5463==    by 0x10A4C1: main (s.cpp:19)
==5463==  Address 0x4d6fc80 is 0 bytes inside a block of size 8 free'd
==5463==    at 0x484417B: free (in /usr/libexec/valgrind/vgpreload_memcheck-amd64-linux.so)
==5463==    by 0x10A682: Stack::reset() (s.cpp:8)
==5463==    by 0x10A4AE: main (s.cpp:19)
==5463==  Block was alloc'd at
==5463==    at 0x48417B4: malloc (in /usr/libexec/valgrind/vgpreload_memcheck-amd64-linux.so)
==5463==    by 0x10A44F: main (s.cpp:16)
==5463== 
==5463== HEAP SUMMARY:
)");
  EXPECT_EQ(report.dialect, Dialect::kValgrind);
  EXPECT_EQ(report.kind, CrashKind::kUseAfterFree);
  EXPECT_EQ(report.signal, 0);
  EXPECT_THAT(subject_functions_of(report), ElementsAre("Stack::pop()"));
  EXPECT_EQ(report.frames[0].file, "s.cpp");
  EXPECT_EQ(report.frames[0].line, Line(7u));
  EXPECT_THAT(report.also_called, ElementsAre("Stack::reset()"));
}

TEST(ValgrindReader, OutsideOfABlock) {
  const CrashReport report = read(R"(==5461== Invalid read of size 4
==5461==    at 0x10A664: Stack::pop() (s.cpp:7)
==5461==    by 0x10A49D: main (s.cpp:18)
==5461==  Address 0x4d6fc7c is 4 bytes before a block of size 8 alloc'd
==5461==    at 0x48417B4: malloc (in /usr/libexec/valgrind/vgpreload_memcheck-amd64-linux.so)
==5461==    by 0x10A44F: main (s.cpp:16)
)");
  EXPECT_EQ(report.kind, CrashKind::kHeapOverflow);
  EXPECT_EQ(report.access, Access::kRead);
  EXPECT_EQ(report.access_size, 4u);
  ASSERT_EQ(report.others.size(), 1u);
  EXPECT_EQ(report.others[0].role, OtherStack::Role::kAllocated);
  EXPECT_THAT(report.also_called, IsEmpty());
}

TEST(ValgrindReader, FreedTwiceAndTheWrongWay) {
  const CrashReport twice = read(R"(==5465== Invalid free() / delete / delete[] / realloc()
==5465==    at 0x484417B: free (in /usr/libexec/valgrind/vgpreload_memcheck-amd64-linux.so)
==5465==    by 0x10A682: Stack::reset() (s.cpp:8)
==5465==    by 0x10A4DE: main (s.cpp:20)
==5465==  Address 0x4d6fc80 is 0 bytes inside a block of size 8 free'd
)");
  EXPECT_EQ(twice.kind, CrashKind::kDoubleFree);
  EXPECT_EQ(twice.frames[0].owner, FrameOwner::kSanitizer);
  EXPECT_THAT(subject_functions_of(twice), ElementsAre("Stack::reset()"));
  const CrashReport mismatched = read(R"(==5477== Mismatched free() / delete / delete []
==5477==    at 0x484499B: operator delete(void*, unsigned long) (in /usr/libexec/valgrind/vgpreload_memcheck-amd64-linux.so)
==5477==    by 0x10A5B6: List::clear() (s.cpp:26)
)");
  EXPECT_EQ(mismatched.kind, CrashKind::kMismatchedFree);
  EXPECT_THAT(subject_functions_of(mismatched), ElementsAre("List::clear()"));
}

TEST(ValgrindReader, NullAndTheSignal) {
  const std::string_view text = R"(> ==5469== Invalid read of size 1
> ==5469==    at 0x4847782: strlen (in /usr/libexec/valgrind/vgpreload_memcheck-amd64-linux.so)
> ==5469==    by 0x10A340: copied(char const*) (s.cpp:11)
> ==5469==    by 0x10A522: main (s.cpp:22)
> ==5469==  Address 0x0 is not stack'd, malloc'd or (recently) free'd
> ==5469==
> ==5469==
> ==5469== Process terminating with default action of signal 11 (SIGSEGV)
> ==5469==  Access not within mapped region at address 0x0
> ==5469==    at 0x4847782: strlen (in /usr/libexec/valgrind/vgpreload_memcheck-amd64-linux.so)
> ==5469==    by 0x10A340: copied(char const*) (s.cpp:11)
> ==5469==    by 0x10A522: main (s.cpp:22)
)";
  const CrashReport whole = read(text);
  EXPECT_EQ(whole.kind, CrashKind::kNullDereference);
  EXPECT_THAT(subject_functions_of(whole), ElementsAre("copied(char const*)"));
  const CrashReport signal_alone = read(text.substr(text.find("> ==5469== Process")));
  EXPECT_EQ(signal_alone.kind, CrashKind::kNullDereference);
  EXPECT_EQ(signal_alone.signal, SIGSEGV);
  EXPECT_THAT(subject_functions_of(signal_alone), ElementsAre("copied(char const*)"));
}

TEST(ValgrindReader, WhatStandsBetweenTheLines) {
  const CrashReport report = read(
      "==8== Invalid read of size 2\n\n==8== at 0x489EC1B: Hnumber (in .../lib/libdf.so.0)\n"
      "reading a.hdf\n==8== by 0x48A11A0: create_tree (mfan.c:12)\n\n"
      "==8== Address 0x4f46628 is 0 bytes after a block of size 24 alloc'd\n\n"
      "==8== at 0x484076B: malloc (/src/coregrind/m_replacemalloc/vg_replace_malloc.c:442)\n"
      "==8== by 0x489CC10: start (hfile.c:7)\n");
  EXPECT_EQ(report.kind, CrashKind::kHeapOverflow);
  EXPECT_THAT(subject_functions_of(report), ElementsAre("Hnumber", "create_tree"));
  EXPECT_THAT(report.also_called, ElementsAre("start"));
}

TEST(ValgrindReader, AnotherSignal) {
  const CrashReport report = read(R"(==5471== Process terminating with default action of signal 8 (SIGFPE)
==5471==  Integer divide by zero at address 0x1002DA45CB
==5471==    at 0x10A351: divide(int, int) (s.cpp:12)
==5471==    by 0x10A536: main (s.cpp:23)
)");
  EXPECT_EQ(report.kind, CrashKind::kArithmetic);
  EXPECT_EQ(report.signal, SIGFPE);
}

TEST(ValgrindReader, UninitialisedValuesAreNoCrash) {
  const auto report = read_crash_report(
      "==1== Conditional jump or move depends on uninitialised value(s)\n"
      "==1==    at 0x10A351: f (s.cpp:12)\n",
      "valgrind.txt");
  ASSERT_FALSE(report);
  EXPECT_TRUE(report.error().message.starts_with("valgrind.txt: it tells of uninitialised values alone\n"));
}

}  // namespace
}  // namespace reenact
