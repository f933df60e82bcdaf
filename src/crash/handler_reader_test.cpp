#include <gmock/gmock.h>

#include <csignal>

#include "crash/reader.h"

namespace reenact {
namespace {

using testing::ElementsAre;

std::vector<std::string> handler_functions(const Expected<CrashReport>& report) {
  std::vector<std::string> result;
  if (report)
    for (const FrameIndex i : report->subject_frames()) result.push_back(report->frames[i.index()].function);
  return result;
}

TEST(HandlerReader, SystemdsFirstThread) {
  const auto report = read_crash_report(R"(           PID: 26576 (shop)
        Signal: 11 (SEGV)
  Command Line: bin/shop
       Message: Process 26576 (shop) of user 1000 dumped core.

                Stack trace of thread 26600:
                #0  0x00007fe968d031a7 _ZN4shop5Shelf4takeEi (libshop.so.2 + 0x1a7)
                #1  0x00007fe968e5ee75 n/a (libshop.so.2 + 0x2e75)
                #2  0x00007fe968d9c84d main (shop + 0x84d)

                Stack trace of thread 26601:
                #0  0x00007fe968d031a7 shop_wait (libshop.so.2 + 0x9a7)
)",
                                        "core.txt");
  EXPECT_THAT(handler_functions(report), ElementsAre("_ZN4shop5Shelf4takeEi"));
  EXPECT_EQ(report->dialect, Dialect::kSystemd);
  EXPECT_EQ(report->signal, SIGSEGV);
  EXPECT_EQ(report->frames[0].module, "libshop.so.2");
}

TEST(HandlerReader, SystemdsAbort) {
  const auto report = read_crash_report(R"(Sep 22 19:03:52 host systemd-coredump[2860]: Process 2847 (shop) dumped core.
Stack trace of thread 2847:
#0  0x00007ff37db6abc5 raise (libc.so.6)
#1  0x00007ff37db538a4 abort (libc.so.6)
#2  0x00007ff37dbad127 __assert_fail_base.cold (libc.so.6)
#3  0x00007ff37dbad127 __assert_fail (libc.so.6)
#4  0x00007ff37dd6ab99 shelf_take (libshop.so.2)
)",
                                        "journal.txt");
  EXPECT_THAT(handler_functions(report), ElementsAre("shelf_take"));
  EXPECT_EQ(report->kind, CrashKind::kAssertion);
}

TEST(HandlerReader, GlogsTraceAndItsAddress) {
  const auto report = read_crash_report(R"(*** Aborted at 1710393874 (unix time) try "date -d @1710393874" ***
PC: @     0x556a4dfb6539 shop::Shelf::take()
*** SIGSEGV (@0x8) received by PID 570779 (TID 0x7f821cc351c0) from PID 8; stack trace: ***
    @     0x7f821da42520 (unknown)
    @     0x556a4dfb6539 shop::Shelf::take()
    @     0x556a4dfb6111 shop::serve()
    @     0x564dceee3e28 main
)",
                                        "log.txt");
  EXPECT_THAT(handler_functions(report), ElementsAre("shop::Shelf::take()", "shop::serve()"));
  EXPECT_EQ(report->kind, CrashKind::kNullDereference);
}

TEST(HandlerReader, AbseilShowsSizesOfFrames) {
  const auto report = read_crash_report(R"(*** SIGSEGV received at time=1583 on cpu 5 ***
PC: @     0x56d8  (unknown)  shop::Shelf::take()
    @     0x7f1b5c         64  AbslFailureSignalHandler()
    @     0x7f3c5e3f23a0  1296  (unknown)
    @     0x56d8           48  shop::Shelf::take()
    @     0x5700          112  main
)",
                                        "log.txt");
  EXPECT_THAT(handler_functions(report), ElementsAre("shop::Shelf::take()"));
}

TEST(HandlerReader, WhatBacktraceSymbolsWrites) {
  const auto report = read_crash_report(R"(Error: signal 11:
./shop(_Z7handleri+0x1c) [0x55a7bcf86700]
/lib/x86_64-linux-gnu/libc.so.6(+0x42520)[0x7ff0b8642520]
./libshop.so(_ZN4shop5Shelf4takeEi+0x72)[0x55a7bcf86772]
./shop(serve+0x10) [0x55a7bcf86772]
/lib/x86_64-linux-gnu/libc.so.6(__libc_start_main+0x4f) [0x7ff0b8718bcf]
)",
                                        "log.txt");
  EXPECT_THAT(handler_functions(report), ElementsAre("_ZN4shop5Shelf4takeEi", "serve"));
  EXPECT_EQ(report->signal, SIGSEGV);
}

TEST(HandlerReader, InGdbsTraceTheHandlerIsNotTheCrash) {
  const auto report = read_crash_report(R"(Program terminated with signal SIGABRT, Aborted.
#0  0x00007ffff7a42387 in raise () from /lib64/libc.so.6
#1  0x00007ffff7a43a78 in abort () from /lib64/libc.so.6
#2  0x0000000000401234 in on_crash (sig=11) at main.c:9
#3  <signal handler called>
#4  0x0000000000401200 in shelf_take (shelf=0x0) at shelf.c:4
#5  0x0000000000401300 in main () at main.c:20
)",
                                        "bt.txt");
  EXPECT_THAT(handler_functions(report), ElementsAre("shelf_take"));
  EXPECT_NE(report->kind, CrashKind::kAbort);
  EXPECT_EQ(report->frames_cut, 0u);
}

TEST(HandlerReader, PlacesThatGdbWrapsByThreeBlanks) {
  const auto report =
      read_crash_report(R"(#0  0x00007faf6ec62b21 in Shelf::add(Thing*, unsigned short) (this=0x1, t=0x0, id=5)
   at shelf.cpp:112
        i = 4
#1  0x00007faf6ec62b21 in main () at main.cpp:5
)",
                        "bt.txt");
  ASSERT_TRUE(report);
  EXPECT_EQ(report->frames[0].file, "shelf.cpp");
  EXPECT_EQ(report->frames[0].line, Line(112u));
}

TEST(HandlerReader, OtherLinesAreNoTraces) {
  for (const char* text : {"see issue #1 0x12 (above)", "mail a @ 0xbeef now", "list[3](x)[0x12]", "f(1) [0x]"})
    EXPECT_FALSE(read_crash_report(text, "text.txt")) << text;
}

}  // namespace
}  // namespace reenact
