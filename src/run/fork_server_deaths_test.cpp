// How a test ends: what each way to die looks like, and where it happened.
#include <gmock/gmock.h>

#include <csignal>

#include "abi/abi.h"
#include "run/fork_server_fixture.h"

namespace reenact {
namespace {

using testing::Pair;

TEST_F(ForkServerTest, NormalReturn) {
  const Seen seen = run("add", {1, 2});
  EXPECT_FALSE(seen.observation.raised);
  EXPECT_FALSE(seen.observation.invalid);
  EXPECT_TRUE(seen.trace.empty());
}

TEST_F(ForkServerTest, ExceptionWithTypeMessageAndTraceOfItsThrow) {
  const Seen seen = run("throw_in_callee", {3});
  EXPECT_TRUE(seen.observation.raised);
  EXPECT_EQ(seen.observation.kind, CrashKind::kCppException);
  EXPECT_EQ(seen.observation.exception_type, "std::invalid_argument");
  EXPECT_EQ(seen.observation.message, "too small: 3");
  EXPECT_EQ(seen.observation.depth, 2u);
  ASSERT_GE(seen.trace.size(), 2u);
  EXPECT_THAT(seen.trace[0], Pair("subject::(anonymous namespace)::thrower", line_of("thrower")));
  EXPECT_THAT(seen.trace[1], Pair("subject::throw_in_callee", line_of("throw_in_callee")));
}

TEST_F(ForkServerTest, ExceptionThatIsNoClass) {
  const Seen seen = run("throw_number", {42});
  EXPECT_EQ(seen.observation.kind, CrashKind::kCppException);
  EXPECT_EQ(seen.observation.exception_type, "int");
  EXPECT_EQ(seen.observation.message, "");
}

TEST_F(ForkServerTest, CrashInACatchBlockHasTheCatchersLine) {
  const Seen seen = run("catch_and_go_on", {3});
  EXPECT_EQ(seen.observation.kind, CrashKind::kAbort);
  EXPECT_THAT(seen.trace, innermost_is("catch_and_go_on"));
}

TEST_F(ForkServerTest, ShadowStackIsRightBehindACaughtException) {
  const Seen seen = run("read_null_behind_a_caught_exception");
  EXPECT_EQ(seen.observation.kind, CrashKind::kNullDereference);
  EXPECT_EQ(seen.observation.depth, 1u);
  EXPECT_THAT(seen.trace, innermost_is("read_null_behind_a_caught_exception", "read_null_behind"));
}

TEST_F(ForkServerTest, Assertion) {
  const Seen seen = run("fail_assertion", {3});
  EXPECT_EQ(seen.observation.kind, CrashKind::kAssertion);
  EXPECT_EQ(seen.observation.message, "number > 100 && \"too small\"");
  EXPECT_EQ(seen.observation.signal, SIGABRT);
  EXPECT_THAT(seen.trace, innermost_is("fail_assertion"));
}

TEST_F(ForkServerTest, Abort) {
  const Seen seen = run("call_abort");
  EXPECT_EQ(seen.observation.kind, CrashKind::kAbort);
  EXPECT_EQ(seen.observation.signal, SIGABRT);
  EXPECT_THAT(seen.trace, innermost_is("call_abort"));
}

TEST_F(ForkServerTest, TerminateKeepsTheException) {
  const Seen seen = run("throw_through_noexcept");
  EXPECT_EQ(seen.observation.kind, CrashKind::kCppException);
  EXPECT_EQ(seen.observation.exception_type, "std::runtime_error");
  EXPECT_EQ(seen.observation.message, "number 5");
  EXPECT_EQ(seen.observation.signal, SIGABRT);
  ASSERT_FALSE(seen.trace.empty());
  // The throwing function is off the stack by then, as in a debugger.
  EXPECT_THAT(seen.trace[0], Pair("subject::throw_through_noexcept", testing::_));
}

TEST_F(ForkServerTest, NullDereference) {
  const Seen seen = run("read_null");
  EXPECT_EQ(seen.observation.kind, CrashKind::kNullDereference);
  EXPECT_EQ(seen.observation.access, Access::kRead);
  EXPECT_EQ(seen.observation.signal, SIGSEGV);
  EXPECT_THAT(seen.trace, innermost_is("read_null"));
}

TEST_F(ForkServerTest, WildAccess) {
  const Seen seen = run("write_wild");
  EXPECT_EQ(seen.observation.kind, CrashKind::kWildAccess);
  EXPECT_EQ(seen.observation.access, Access::kWrite);
  EXPECT_THAT(seen.trace, innermost_is("write_wild"));
}

/// A memset that would run off mapped memory writes nothing, so the process lives on.
TEST_F(ForkServerTest, AFillThatRunsOffAllMemoryIsFoundBeforeItBegins) {
  const auto server = start();
  const std::vector<Seen> seen = run(
      *server, {call("fill_megabytes", {2, 2}), call("fill_megabytes", {2, 4'000}), call("fill_megabytes", {2, -1})});
  EXPECT_TRUE(seen[0].trace.empty());
  for (const Seen& each : {seen[1], seen[2]}) {
    EXPECT_EQ(each.observation.kind, CrashKind::kWildAccess);
    EXPECT_EQ(each.observation.signal, SIGSEGV);
    EXPECT_THAT(each.trace, innermost_is("fill_megabytes"));
  }
  EXPECT_EQ(server->costs().outlived, 2u);
}

/// The stack has not been so large before.
TEST_F(ForkServerTest, AFillOfALargeLocalArrayIsNoCrash) {
  const Seen seen = run("fill_large_stack");
  EXPECT_TRUE(seen.trace.empty());
  EXPECT_FALSE(seen.observation.raised);
}

TEST_F(ForkServerTest, StackOverflow) {
  const Seen seen = run("recurse", {0});
  EXPECT_EQ(seen.observation.kind, CrashKind::kStackOverflow);
  EXPECT_GT(seen.observation.depth, 1'000u);
  // The innermost and the outermost half of what fits.
  ASSERT_EQ(seen.trace.size(), std::size_t{kReenactMaxFrames});
  EXPECT_EQ(seen.trace.front().first, "subject::recurse");
  EXPECT_THAT(seen.trace.back(), Pair("subject::recurse", line_of("recurse")));
}

TEST_F(ForkServerTest, DepthIsRealThoughTheTraceIsCut) {
  const Seen seen = run("recurse_some", {200});
  EXPECT_EQ(seen.observation.kind, CrashKind::kAbort);
  EXPECT_EQ(seen.observation.depth, 201u);
}

TEST_F(ForkServerTest, DivisionByZero) {
  const Seen seen = run("divide", {1, 0});
  EXPECT_EQ(seen.observation.kind, CrashKind::kArithmetic);
  EXPECT_EQ(seen.observation.signal, SIGFPE);
  EXPECT_THAT(seen.trace, innermost_is("divide"));
}

TEST_F(ForkServerTest, ExitByEitherDoor) {
  EXPECT_EQ(run("call_exit", {0}).observation.kind, CrashKind::kExit);
  EXPECT_EQ(run("leave_at_once", {0}).observation.kind, CrashKind::kExit);
}

TEST_F(ForkServerTest, CrashOfAThreadIsTheTestsCrash) {
  const auto server = start();
  const std::vector<Seen> seen = run(*server, {call("crash_in_thread"), call("throw_error", {7})});
  EXPECT_EQ(seen[0].observation.kind, CrashKind::kNullDereference);
  EXPECT_EQ(seen[1].observation.message, "number 7");
}

TEST_F(ForkServerTest, StatementTellsWhereItEnded) {
  TestCase test;
  append(test, "add", {1, 2});       // statements 0 to 2
  append(test, "throw_error", {5});  // 3 and 4
  append(test, "call_abort");        // never reached
  EXPECT_EQ(run(test).observation.statement, StatementIndex(4u));
  TestCase crash;
  append(crash, "add", {1, 2});
  append(crash, "call_abort");
  EXPECT_EQ(run(crash).observation.statement, StatementIndex(3u));
}

TEST_F(ForkServerTest, DestructorsRunBehindTheLastStatement) {
  TestCase test;
  append(test, "Bomb::Bomb", {1});
  append(test, "add", {1, 2});
  const Seen seen = run(test);
  EXPECT_EQ(seen.observation.kind, CrashKind::kAbort);
  EXPECT_EQ(seen.observation.statement, StatementIndex(test.size()));
  EXPECT_THAT(seen.trace, innermost_is("Bomb::~Bomb", "Bomb"));
}

TEST_F(ForkServerTest, DestructorsBehindAnExceptionDoNotChangeTheOutcome) {
  TestCase test;
  append(test, "Bomb::Bomb", {1});
  append(test, "throw_error", {8});
  const auto server = start();
  const std::vector<Seen> seen = run(*server, {test, call("throw_error", {9})});
  EXPECT_EQ(seen[0].observation.kind, CrashKind::kCppException);
  EXPECT_EQ(seen[0].observation.message, "number 8");
  EXPECT_EQ(seen[1].observation.message, "number 9");
}

TEST_F(ForkServerTest, AStaticInitialiserThatCrashesIsNamed) {
  const Subject dying = prepare("initialiser.cpp", {});
  const auto server = ForkServer::start(dying.worker, dying.program, dying.api, options_);
  ASSERT_FALSE(server.has_value());
  EXPECT_EQ(server.error().kind, ErrorKind::kSubject);
  EXPECT_EQ(server.error().message,
            "a static initialiser of the project crashes before any test runs, in dying::first_value()\n"
            "  next step: leave its unit out of the compilation database, or fix the initialiser");
}

}  // namespace
}  // namespace reenact
