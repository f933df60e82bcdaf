#include <gmock/gmock.h>

#include <csignal>

#include "crash/reader.h"

namespace reenact {
namespace {

using testing::ElementsAre;

// What lldb prints at a crash and for `bt` (lldb 19, Linux).
constexpr const char* kNullInTemplate = R"(Process 5564 stopped
* thread #1, name = 's', stop reason = signal SIGSEGV: address not mapped to object (fault address: 0x0)
    frame #0: 0x0000555555556808 s`double ns::first<double>(values=0x0000000000000000, n=0) at s.cpp:10:84
   9   	};
-> 10  	namespace ns { template <class T> T first(const T* values, int n) { return values[n]; } }
    	                                                                                   ^
   11  	int copied(const char* name) { return (int)std::strlen(name); }
(lldb) bt
* thread #1, name = 's', stop reason = signal SIGSEGV: address not mapped to object (fault address: 0x0)
  * frame #0: 0x0000555555556808 s`double ns::first<double>(values=0x0000000000000000, n=0) at s.cpp:10:84
    frame #1: 0x0000555555556400 s`ns::all(std::vector<int>&)(list=size=2, name="(a") at s.cpp:19:3 [opt] [inlined]
    frame #2: 0x00005555555564f8 s`main(argc=2, argv=0x00007fffffffe7a8) at s.cpp:21:36
    frame #3: 0x00007ffff7a4524a libc.so.6`__libc_start_call_main(main=(s`main at s.cpp:15:33), argc=2, argv=0x00007fffffffe7a8) at libc_start_call_main.h:58:16
    frame #4: 0x0000555555556261 s`_start + 33
)";

std::vector<std::string> functions_of(const CrashReport& report) {
  std::vector<std::string> result;
  for (const FrameIndex i : report.subject_frames()) result.push_back(report.frames[i.index()].function);
  return result;
}

TEST(LldbReader, WhatIsInlinedIsTheFrame) {
  const auto report = read_crash_report(R"(* thread #1, stop reason = signal SIGABRT
  * frame #0: 0x00007ffff7ac00fc libc.so.6`__pthread_kill_implementation at pthread_kill.c:44:76
    frame #1: 0x0000555555556400 app`main [inlined] text::vformat(std::basic_string_view<char>)(n=1) at text.h:19:3 [opt]
    frame #2: 0x00005555555563f0 app`main [inlined] std::vector<int>::at(this=0x1) at stl_vector.h:12:3 [opt]
    frame #3: 0x00005555555563e0 app`text::all [inlined] text::one at text.h:30:3 [opt]
    frame #4: 0x00005555555564f8 app`main at app.cpp:21:36 [opt]
)",
                                        "bt.txt");
  ASSERT_TRUE(report);
  EXPECT_THAT(functions_of(*report), ElementsAre("text::vformat(std::basic_string_view<char>)", "text::one"));
}

TEST(LldbReader, FramesValuesAndTheAddress) {
  const auto report = read_crash_report(kNullInTemplate, "bt.txt");
  ASSERT_TRUE(report);
  EXPECT_EQ(report->dialect, Dialect::kLldb);
  EXPECT_EQ(report->kind, CrashKind::kNullDereference);
  EXPECT_EQ(report->signal, SIGSEGV);
  EXPECT_THAT(functions_of(*report), ElementsAre("double ns::first<double>", "ns::all(std::vector<int>&)"));
  ASSERT_EQ(report->frames.size(), 5u);
  const Frame& innermost = report->frames[0];
  EXPECT_EQ(innermost.file, "s.cpp");
  EXPECT_EQ(innermost.line, Line(10u));
  EXPECT_EQ(innermost.column, 84u);
  ASSERT_EQ(innermost.arguments.size(), 2u);
  EXPECT_EQ(innermost.arguments[0].name, "values");
  EXPECT_EQ(innermost.arguments[1].value, "0");
  EXPECT_EQ(report->frames[1].line, Line(19u));
  EXPECT_EQ(report->frames[3].function, "__libc_start_call_main");
  EXPECT_EQ(report->frames[4].function, "_start");
}

TEST(LldbReader, AnotherSystemsExceptionsAndThreads) {
  const auto report = read_crash_report(R"(* thread #2, queue = 'com.apple.main-thread'
    frame #0: 0x00007ff8 libsystem_kernel.dylib`__psynch_cvwait + 10
    frame #1: 0x00001000 app`Pool::wait(this=0x0000600000c04000) at pool.cpp:40:5
* thread #7, stop reason = EXC_BAD_ACCESS (code=1, address=0x7f0000001000)
  * frame #0: 0x00007ff8 libsystem_platform.dylib`_platform_memmove + 169
    frame #1: 0x00001100 app`Buffer::append(this=0x1, data=0x2) at buffer.cpp:12:7
)",
                                        "bt.txt");
  ASSERT_TRUE(report);
  EXPECT_EQ(report->kind, CrashKind::kWildAccess);
  EXPECT_THAT(functions_of(*report), ElementsAre("Buffer::append"));
}

TEST(LldbReader, AnAssertionByItsFrame) {
  const auto report = read_crash_report(R"bt(* thread #1, name = 's', stop reason = signal SIGABRT
  * frame #0: 0x00007ffff7aa8eec libc.so.6`__pthread_kill_implementation(threadid=<unavailable>, signo=6, no_tid=<unavailable>) at pthread_kill.c:44:76
    frame #1: 0x00007ffff7a59fb2 libc.so.6`__GI_raise(sig=6) at raise.c:26:13
    frame #2: 0x00007ffff7a44472 libc.so.6`__GI_abort at abort.c:79:7
    frame #3: 0x00007ffff7a44395 libc.so.6`__assert_fail_base(fmt="%s%s%s:%u: %s%sAssertion `%s' failed.\n%n", assertion="n > 0", file="s.cpp", line=13, function="void check(int)") at assert.c:94:3
    frame #4: 0x00007ffff7a52ec2 libc.so.6`__GI___assert_fail(assertion="n > 0", file="s.cpp", line=13, function="void check(int)") at assert.c:103:3
    frame #5: 0x000055555555638f s`check(n=-1) at s.cpp:13:21
    frame #6: 0x0000555555556546 s`main(argc=2, argv=0x00007fffffffe7a8) at s.cpp:24:17
)bt",
                                        "bt.txt");
  ASSERT_TRUE(report);
  EXPECT_EQ(report->kind, CrashKind::kAssertion);
  EXPECT_EQ(report->message, "n > 0");
  EXPECT_THAT(functions_of(*report), ElementsAre("check"));
}

TEST(LldbReader, AMethodsQualifiers) {
  const auto report = read_crash_report(
      "* frame #0: 0x1 app`fair::Ticket::share(this=0x00007fffffffe440, people=3) const at ticket.cpp:11:17\n"
      "  frame #1: 0x2 app`fair::Ticket::sell(int) const & + 21\n",
      "bt.txt");
  ASSERT_TRUE(report);
  EXPECT_THAT(functions_of(*report), ElementsAre("fair::Ticket::share", "fair::Ticket::sell(int)"));
  EXPECT_EQ(report->frames[0].arguments.back().value, "3");
}

TEST(LldbReader, ACallThroughANullPointerAsOlderVersionsShowIt) {
  const auto report = read_crash_report(
      "* thread #1: tid = 0x44b9e9, 0x0, queue = 'main', stop reason = EXC_BAD_ACCESS (code=1, address=0x0)\n"
      "  * frame #0: 0x0000000000000000\n"
      "    frame #1: 0x10003e239 app`Window::show(this=0x1, list=size=5) + 57 at window.cpp:40\n",
      "bt.txt");
  ASSERT_TRUE(report);
  EXPECT_EQ(report->kind, CrashKind::kNullDereference);
  EXPECT_EQ(report->frames_cut, 0u);
  EXPECT_THAT(functions_of(*report), ElementsAre("Window::show"));
  EXPECT_EQ(report->frames[1].line, Line(40u));
}

TEST(LldbReader, WithoutItsStopReasonTheFramesTell) {
  const auto report = read_crash_report("  * frame #0: 0x1 app`f(p=0x0000000000000000) at a.c:3:1\n", "bt.txt");
  ASSERT_TRUE(report);
  EXPECT_EQ(report->kind, CrashKind::kUnknown);
  EXPECT_THAT(functions_of(*report), ElementsAre("f"));
}

}  // namespace
}  // namespace reenact
