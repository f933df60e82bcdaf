// Runs tests in a real worker: testdata/subject.cpp, built and bridged as any subject is.
// DISABLED_ tests show holes in the containment that are known and open; they fail today.
#include "run/fork_server.h"

#include <gmock/gmock.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <limits>

#include "abi/abi.h"
#include "subject/cache.h"
#include "subject/subject.h"

namespace reenact {
namespace {

namespace fs = std::filesystem;
using testing::Contains;
using testing::ElementsAre;
using testing::Pair;

const fs::path kData = REENACT_SOURCE_DIR "/src/run/testdata";
const fs::path kWork = REENACT_BINARY_DIR "/fork_server_test";
const fs::path kVictim = kWork / "victim";

/// The subject in one set of sanitizers; built once for all tests (and kept: the cache is in the build
/// folder).
Subject prepare(const std::string& source, const Sanitizers& sanitizers) {
  setenv("REENACT_LIBDIR", REENACT_BINARY_DIR "/lib/reenact", 1);
  SubjectOptions options;
  options.build_dir = kWork / fs::path(source).stem();
  options.cache_dir = kWork / "cache";
  options.sanitizers = sanitizers;
  fs::create_directories(options.build_dir);
  write_file(options.build_dir / "compile_commands.json",
             R"([{"directory": ")" + kData.string() + R"(", "file": ")" + source +
                 R"(", "arguments": ["clang++-19", "-std=c++20", "-DVICTIM=\")" + kVictim.string() + R"(\"", "-c", ")" +
                 source + R"("]}])");
  auto subject = prepare_subject(options);
  if (!subject) throw std::runtime_error(subject.error().message);
  return std::move(*subject);
}

/// What a test's end looked like, kept beyond its batch.
struct Seen {
  Observation observation;
  std::vector<std::pair<std::string, unsigned>> trace;  // plain function name, line; innermost first
};

class ForkServerTest : public testing::Test {
 protected:
  static const Subject& subject() {
    static const Subject prepared = prepare("subject.cpp", {});
    return prepared;
  }
  static const Subject& sanitized() {
    static const Subject prepared = prepare("subject.cpp", {.address = true, .undefined = "shift"});
    return prepared;
  }

  ForkServerTest() {
    fs::remove_all(scratch_);
    fs::create_directories(scratch_);
    write_file(kVictim, "kept");
    fs::permissions(kVictim, fs::perms::owner_read | fs::perms::owner_write);
    options_.scratch = scratch_;
    options_.memory_limit_mb = 512;
  }

  /// Line of the text "// @mark" in the subject's source.
  static unsigned line_of(const std::string& mark) {
    std::ifstream file(kData / "subject.cpp");
    unsigned number = 1;
    for (std::string line; std::getline(file, line); ++number)
      if (line.ends_with("// @" + mark)) return number;
    ADD_FAILURE() << "no line is marked " << mark;
    return 0;
  }

  [[nodiscard]] const Subject& current() const { return options_.address_sanitizer ? sanitized() : subject(); }

  [[nodiscard]] std::unique_ptr<ForkServer> start() const {
    auto server = ForkServer::start(current().worker, current().program, current().api, options_);
    if (!server) throw std::runtime_error(server.error().message);
    return std::move(*server);
  }

  /// Appends subject::`name`(numbers...), each number a statement of its own.
  void append(TestCase& test, const std::string& name, const std::vector<std::int64_t>& numbers = {}) const {
    const ApiModel& api = current().api;
    const auto callable = std::ranges::find(api.callables, "subject::" + name, &Callable::name);
    ASSERT_TRUE(callable != api.callables.end() && callable->usable) << name;
    ASSERT_EQ(callable->parameters.size(), numbers.size()) << name;
    std::vector<Argument> arguments;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const Source& source = callable->parameters[i].sources.at(0);
      arguments.push_back({StatementIndex(test.size()), source.mode, source.cast});
      test.statements.push_back({.kind = StatementKind::kScalar, .type = source.type, .bits = numbers[i]});
    }
    Statement call{.kind = StatementKind::kCall,
                   .callable = callable->id,
                   .first = static_cast<std::uint32_t>(test.arguments.size()),
                   .count = static_cast<std::uint32_t>(arguments.size())};
    if (callable->result) call.type = *callable->result;
    test.statements.push_back(call);
    test.arguments.insert(test.arguments.end(), arguments.begin(), arguments.end());
    ASSERT_TRUE(valid(test, api)) << name;
  }

  [[nodiscard]] TestCase call(const std::string& name, const std::vector<std::int64_t>& numbers = {}) const {
    TestCase test;
    append(test, name, numbers);
    return test;
  }

  /// Runs all, and checks that they come back in order.
  [[nodiscard]] std::vector<Seen> run(ForkServer& server, const std::vector<TestCase>& tests) const {
    std::vector<const TestCase*> pointers;
    for (const TestCase& test : tests) pointers.push_back(&test);
    std::vector<Seen> result;
    const auto done = server.run(pointers, [&](std::size_t i, const Observation& observation) {
      EXPECT_EQ(i, result.size());
      result.push_back(keep(observation));
    });
    EXPECT_TRUE(done.has_value()) << done.error().message;
    result.resize(tests.size());
    return result;
  }

  [[nodiscard]] Seen keep(const Observation& observation) const {
    Seen seen{observation, {}};
    for (const TraceFrame& frame : observation.trace) {
      std::string name = current().program[frame.function].name;
      seen.trace.emplace_back(
          name.substr(0,
                      name.find('(', name.find("namespace)") == std::string::npos ? 0 : name.find("namespace)") + 10)),
          frame.line.value);
    }
    seen.observation.coverage.clear();
    return seen;
  }

  /// One test in a worker of its own.
  [[nodiscard]] Seen run(const TestCase& test) const {
    const auto server = start();
    return run(*server, std::vector{test}).front();
  }
  [[nodiscard]] Seen run(const std::string& name, const std::vector<std::int64_t>& numbers = {}) const {
    return run(call(name, numbers));
  }

  /// Processes that run this worker.
  [[nodiscard]] std::size_t processes() const {
    std::size_t count = 0;
    for (const auto& entry : fs::directory_iterator("/proc")) {
      std::error_code error;
      count += fs::read_symlink(entry.path() / "exe", error) == current().worker && !error;
    }
    return count;
  }

  /// The same, once the kernel has ended those whose fork server is gone.
  [[nodiscard]] std::size_t processes_once_at_most(std::size_t count) const {
    for (int i = 0; i < 500 && processes() > count; ++i) usleep(10'000);
    return processes();
  }

  /// The harm was not done, the engine is well, and so is the worker.
  void expect_contained(const std::string& name) {
    const auto server = start();
    const std::vector<Seen> seen = run(*server, {call(name), call("add", {1, 2}), call("throw_error", {7})});
    EXPECT_FALSE(seen[0].observation.raised)
        << seen[0].observation.exception_type << ": " << seen[0].observation.message;
    EXPECT_FALSE(seen[1].observation.raised);
    EXPECT_EQ(seen[2].observation.message, "number 7");
  }

  fs::path scratch_ = kWork / "scratch";
  RunOptions options_;
};

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
  ASSERT_FALSE(seen.trace.empty());
  EXPECT_THAT(seen.trace[0], Pair("subject::catch_and_go_on", line_of("catch_and_go_on")));
}

TEST_F(ForkServerTest, ShadowStackIsRightBehindACaughtException) {
  const Seen seen = run("read_null_behind_a_caught_exception");
  EXPECT_EQ(seen.observation.kind, CrashKind::kNullDereference);
  EXPECT_EQ(seen.observation.depth, 1u);
  ASSERT_FALSE(seen.trace.empty());
  EXPECT_THAT(seen.trace[0], Pair("subject::read_null_behind_a_caught_exception", line_of("read_null_behind")));
}

TEST_F(ForkServerTest, Assertion) {
  const Seen seen = run("fail_assertion", {3});
  EXPECT_EQ(seen.observation.kind, CrashKind::kAssertion);
  EXPECT_EQ(seen.observation.message, "number > 100 && \"too small\"");
  EXPECT_EQ(seen.observation.signal, SIGABRT);
  ASSERT_FALSE(seen.trace.empty());
  EXPECT_THAT(seen.trace[0], Pair("subject::fail_assertion", line_of("fail_assertion")));
}

TEST_F(ForkServerTest, Abort) {
  const Seen seen = run("call_abort");
  EXPECT_EQ(seen.observation.kind, CrashKind::kAbort);
  EXPECT_EQ(seen.observation.signal, SIGABRT);
  ASSERT_FALSE(seen.trace.empty());
  EXPECT_THAT(seen.trace[0], Pair("subject::call_abort", line_of("call_abort")));
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
  EXPECT_EQ(seen.observation.signal, SIGSEGV);
  ASSERT_FALSE(seen.trace.empty());
  EXPECT_THAT(seen.trace[0], Pair("subject::read_null", line_of("read_null")));
}

TEST_F(ForkServerTest, WildAccess) {
  const Seen seen = run("write_wild");
  EXPECT_EQ(seen.observation.kind, CrashKind::kWildAccess);
  ASSERT_FALSE(seen.trace.empty());
  EXPECT_THAT(seen.trace[0], Pair("subject::write_wild", line_of("write_wild")));
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
  ASSERT_FALSE(seen.trace.empty());
  EXPECT_THAT(seen.trace[0], Pair("subject::divide", line_of("divide")));
}

TEST_F(ForkServerTest, ExitByEitherDoor) {
  EXPECT_EQ(run("call_exit", {0}).observation.kind, CrashKind::kExit);
  EXPECT_EQ(run("leave_at_once", {0}).observation.kind, CrashKind::kExit);
}

TEST_F(ForkServerTest, EndlessLoopTimesOut) {
  const Seen seen = run("loop_forever");
  EXPECT_EQ(seen.observation.kind, CrashKind::kTimeout);
  EXPECT_THAT(seen.trace, Contains(Pair("subject::loop_forever", line_of("loop_forever"))));
}

TEST_F(ForkServerTest, EndlessLoopThatHearsNoSignalTimesOut) {
  options_.test_timeout_ms = 50;
  const auto server = start();
  const std::vector<Seen> seen = run(*server, {call("loop_forever_deaf"), call("throw_error", {7})});
  EXPECT_EQ(seen[0].observation.kind, CrashKind::kTimeout);
  EXPECT_EQ(seen[1].observation.message, "number 7");
}

TEST_F(ForkServerTest, MemoryFloodEndsInBadAlloc) {
  options_.test_timeout_ms = 5'000;
  const Seen seen = run("flood_memory");
  EXPECT_EQ(seen.observation.kind, CrashKind::kCppException);
  EXPECT_EQ(seen.observation.exception_type, "std::bad_alloc");
}

TEST_F(ForkServerTest, OutputFloodIsHarmless) {
  options_.test_timeout_ms = 5'000;
  testing::internal::CaptureStdout();
  const Seen seen = run("flood_output");
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
  EXPECT_FALSE(seen.observation.raised);
}

TEST_F(ForkServerTest, FilesHaveALimit) {
  options_.test_timeout_ms = 5'000;
  const Seen seen = run("flood_file");
  EXPECT_EQ(seen.observation.exception_type, "");  // not Escaped
  EXPECT_LE(fs::file_size(scratch_ / "flood"), 64u << 20);
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
  ASSERT_FALSE(seen.trace.empty());
  EXPECT_THAT(seen.trace[0], Pair("subject::Bomb::~Bomb", line_of("Bomb")));
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

TEST_F(ForkServerTest, ANewChildServesAfterEachDeath) {
  const auto server = start();
  const std::vector<Seen> seen = run(*server, {call("read_null"), call("throw_error", {1}), call("call_abort"),
                                               call("call_exit", {0}), call("throw_error", {2})});
  std::vector<CrashKind> kinds;
  for (const Seen& each : seen) kinds.push_back(each.observation.kind);
  EXPECT_THAT(kinds, ElementsAre(CrashKind::kNullDereference, CrashKind::kCppException, CrashKind::kAbort,
                                 CrashKind::kExit, CrashKind::kCppException));
  EXPECT_EQ(seen[4].observation.message, "number 2");
}

// Crashes that change nothing do not cost a child; what follows in it must be as in a new one.
TEST_F(ForkServerTest, TestsBehindAnOutlivedCrashAreAsEver) {
  const auto server = start();
  std::vector<TestCase> tests;
  const std::vector<std::pair<TestCase, CrashKind>> crashes = {
      {call("read_null"), CrashKind::kNullDereference},     {call("recurse", {0}), CrashKind::kStackOverflow},
      {call("catch_and_go_on", {3}), CrashKind::kAbort},    {call("throw_through_noexcept"), CrashKind::kCppException},
      {call("fail_assertion", {3}), CrashKind::kAssertion}, {call("divide", {1, 0}), CrashKind::kArithmetic}};
  for (int round = 0; round < 3; ++round)
    for (const auto& [test, kind] : crashes) {
      tests.push_back(test);
      tests.push_back(call("throw_in_callee", {3}));
    }
  const std::vector<Seen> seen = run(*server, tests);
  for (std::size_t i = 0; i < seen.size(); i += 2) {
    EXPECT_EQ(seen[i].observation.kind, crashes[i / 2 % crashes.size()].second) << i;
    EXPECT_EQ(seen[i + 1].observation.message, "too small: 3") << i;
    EXPECT_EQ(seen[i + 1].observation.depth, 2u) << i;
    EXPECT_THAT(seen[i + 1].trace, ElementsAre(Pair("subject::(anonymous namespace)::thrower", line_of("thrower")),
                                               Pair("subject::throw_in_callee", line_of("throw_in_callee"))));
  }
}

TEST_F(ForkServerTest, ALockThatACrashHeldTimesOutOnlySoOften) {
  options_.test_timeout_ms = 50;
  const auto server = start();
  std::vector<TestCase> tests;
  for (int i = 0; i < 5; ++i) {
    tests.push_back(call("crash_with_lock", {1}));
    tests.push_back(call("crash_with_lock", {0}));
  }
  std::size_t hung = 0;
  for (const Seen& each : run(*server, tests)) hung += each.observation.kind == CrashKind::kTimeout;
  EXPECT_LE(hung, 3u);
}

TEST_F(ForkServerTest, LargeBatchesKeepTheirOrder) {
  for (const unsigned lanes : {1u, 3u}) {
    options_.lanes = lanes;
    const auto server = start();
    std::vector<TestCase> tests;
    for (int i = 0; i < 2'000; ++i) tests.push_back(i % 100 == 50 ? call("call_abort") : call("throw_error", {i}));
    const std::vector<Seen> seen = run(*server, tests);
    for (int i = 0; i < 2'000; ++i)
      ASSERT_EQ(seen[i].observation.message, i % 100 == 50 ? "" : "number " + std::to_string(i)) << lanes << " lanes";
  }
}

TEST_F(ForkServerTest, AHealthyChildIsReplacedAfterItsShareOfTests) {
  options_.child_tests = 3;
  const auto server = start();
  // The second call in a child throws, the first in the next one does not.
  const std::vector<Seen> seen = run(*server, {5, call("remember")});
  std::vector<bool> raised;
  for (const Seen& each : seen) raised.push_back(each.observation.raised);
  EXPECT_THAT(raised, ElementsAre(false, true, true, false, true));
}

TEST_F(ForkServerTest, AChildInWhichTestsFailThatPassedBeforeIsReplaced) {
  const auto server = start();
  std::vector<TestCase> tests(64, call("divide", {4, 2}));
  tests.insert(tests.end(), 66, call("remember"));
  const std::vector<Seen> seen = run(*server, tests);
  std::vector<std::size_t> passed;
  for (std::size_t i = 64; i < seen.size(); ++i)
    if (!seen[i].observation.raised) passed.push_back(i);
  EXPECT_THAT(passed, ElementsAre(64u, 128u));
}

TEST_F(ForkServerTest, RunAloneStartsInAnUntouchedChild) {
  const auto server = start();
  const TestCase test = call("remember");
  EXPECT_TRUE(run(*server, {2, test})[1].observation.raised);
  for (int i = 0; i < 3; ++i) {
    bool raised = true;
    ASSERT_TRUE(
        server->run_alone(test, [&](const Observation& observation) { raised = observation.raised; }).has_value());
    EXPECT_FALSE(raised);
  }
}

TEST_F(ForkServerTest, CoverageOfEnabledFunctions) {
  const FunctionId classify = subject().program.find("_ZN7subject8classifyEi").value();
  options_.enabled = {classify};
  const auto server = start();
  const std::vector<TestCase> tests = {call("classify", {-5}), call("classify", {7}), call("add", {1, 2})};
  std::vector<const TestCase*> pointers;
  for (const TestCase& test : tests) pointers.push_back(&test);
  std::vector<std::vector<float>> edges;
  std::vector<std::vector<std::uint8_t>> hits;
  ASSERT_TRUE(server
                  ->run(pointers,
                        [&](std::size_t, const Observation& observation) {
                          ASSERT_EQ(observation.coverage.size(), 1u);
                          const FunctionCoverage& coverage = observation.coverage[0];
                          EXPECT_EQ(coverage.function, classify);
                          edges.emplace_back(coverage.edges.begin(), coverage.edges.end());
                          hits.emplace_back(coverage.hits.begin(), coverage.hits.end());
                        })
                  .has_value());
  const float never = std::numeric_limits<float>::infinity();
  EXPECT_THAT(edges[0], ElementsAre(0, 5, never, never));  // -5 < 0 holds; 5 away from 0
  EXPECT_THAT(edges[1], ElementsAre(8, 0, 7, 0));          // 7 < 0: 7 - 0 + 1; 7 == 0: 7
  EXPECT_THAT(edges[2], ElementsAre(never, never, never, never));
  EXPECT_EQ(hits[0][0], 1);
  EXPECT_EQ(hits[2][0], 0);
}

TEST_F(ForkServerTest, OperandsOfComparisonsThatDiffered) {
  SeenOperands operands;
  options_.operands = &operands;
  const auto compared_with = [&](std::int64_t value) {
    Random random(Seed(std::uint64_t{1}));
    return operands.compared_with([=](std::int64_t seen) { return seen == value; }, random);
  };
  (void)run(*start(), {call("classify", {5000})});
  EXPECT_EQ(compared_with(5000), std::nullopt);  // nobody asked for the function
  options_.enabled = {subject().program.find("_ZN7subject8classifyEi").value()};
  (void)run(*start(), {call("classify", {5000})});
  EXPECT_EQ(compared_with(5000), 0);
}

TEST_F(ForkServerTest, StoppedIsTheLineOfTheLastThrowOrDeathInAFunction) {
  const auto find = [](const std::string& name) { return subject().program.find(name).value(); };
  options_.enabled = {find("_ZN7subject12_GLOBAL__N_17throwerEi"), find("_ZN7subject15throw_in_calleeEi"),
                      find("_ZN7subject11throw_errorEi"), find("_ZN7subject35read_null_behind_a_caught_exceptionEv")};
  const auto server = start();
  const std::vector<TestCase> tests = {call("throw_in_callee", {3}), call("throw_in_callee", {30}),
                                       call("read_null_behind_a_caught_exception")};
  std::vector<const TestCase*> pointers;
  for (const TestCase& test : tests) pointers.push_back(&test);
  std::vector<std::vector<unsigned>> stopped;
  ASSERT_TRUE(server
                  ->run(pointers,
                        [&](std::size_t, const Observation& observation) {
                          stopped.emplace_back();
                          for (const FunctionCoverage& each : observation.coverage)
                            stopped.back().push_back(each.stopped.value);
                        })
                  .has_value());
  EXPECT_THAT(stopped[0], ElementsAre(line_of("thrower"), line_of("throw_in_callee"), 0, 0));
  EXPECT_THAT(stopped[1], ElementsAre(0, 0, 0, 0));
  EXPECT_THAT(stopped[2], ElementsAre(0, 0, line_of("throw_error"), line_of("read_null_behind")));
}

TEST_F(ForkServerTest, ContextTellsWhichFramesWereEnteredFromTheirCallers) {
  const auto find = [](const std::string& name) { return subject().program.find(name).value(); };
  const FunctionId thrower = find("_ZN7subject12_GLOBAL__N_17throwerEi"),
                   caller = find("_ZN7subject15throw_in_calleeEi");
  options_.enabled = {thrower, caller};
  options_.context = {{thrower, Line(line_of("thrower"))}, {caller, Line(line_of("throw_in_callee"))}};
  const auto server = start();
  const std::vector<Seen> seen = run(*server, {call("throw_in_callee", {3}), call("catch_and_go_on", {3}),
                                               call("add", {1, 2}), call("throw_in_callee", {30})});
  EXPECT_EQ(seen[0].observation.context, 0b11u);
  EXPECT_EQ(seen[1].observation.context, 0u);  // entered, but by another way
  EXPECT_EQ(seen[2].observation.context, 0u);
  EXPECT_EQ(seen[3].observation.context, 0b11u);  // whether it crashed there is not asked
}

TEST_F(ForkServerTest, NothingIsLeftBehind) {
  const std::size_t before = processes();
  {
    options_.lanes = 2;
    const auto server = start();
    (void)run(*server, {call("leave_thread_running"), call("fork_often"), call("read_null"), call("add", {1, 2})});
    EXPECT_GE(processes(), before + 2);
  }
  EXPECT_EQ(processes_once_at_most(before), before);
}

// A child whose fork server is killed before it has asked to die with it lives on for ever.
TEST_F(ForkServerTest, DISABLED_NothingIsLeftBehindADeathAtTheEnd) {
  const std::size_t before = processes();
  for (int i = 0; i < 100; ++i) {
    const auto server = start();
    (void)run(*server, std::vector{call("leave_at_once", {0})});
  }
  EXPECT_EQ(processes_once_at_most(before), before);
}

TEST_F(ForkServerTest, ThreadsMayStay) { expect_contained("leave_thread_running"); }
TEST_F(ForkServerTest, NoProcesses) { expect_contained("fork_often"); }
TEST_F(ForkServerTest, DISABLED_NoProcessesThroughThe32BitDoor) {
  const auto server = start();
  const std::vector<Seen> seen = run(*server, {call("fork_as_32_bit_program"), call("throw_error", {7})});
  // Where the kernel has no such door, asking is a crash.
  EXPECT_EQ(seen[0].observation.exception_type, "") << seen[0].observation.message;
  EXPECT_EQ(seen[1].observation.message, "number 7");
}
TEST_F(ForkServerTest, NoPrograms) { expect_contained("start_program"); }
TEST_F(ForkServerTest, ClosedDescriptorsDoNoHarm) { expect_contained("close_everything"); }
TEST_F(ForkServerTest, NoSignalsToOthers) { expect_contained("signal_others"); }
TEST_F(ForkServerTest, DISABLED_NoQueuedSignalsToOthers) { expect_contained("queue_signals_to_others"); }
TEST_F(ForkServerTest, NoNetwork) { expect_contained("use_network"); }

TEST_F(ForkServerTest, NoWritesOutsideTheScratchFolder) {
  expect_contained("write_outside");
  EXPECT_EQ(read_file(kVictim), "kept");
  EXPECT_FALSE(fs::exists(kVictim.string() + ".new"));
  EXPECT_FALSE(fs::exists(kVictim.string() + ".folder"));
}

TEST_F(ForkServerTest, NothingIsRemovedOutsideTheScratchFolder) {
  expect_contained("remove_outside");
  EXPECT_EQ(read_file(kVictim), "kept");
}

TEST_F(ForkServerTest, DISABLED_NoModesChangedOutsideTheScratchFolder) {
  expect_contained("change_mode_outside");
  EXPECT_EQ(fs::status(kVictim).permissions(), fs::perms::owner_read | fs::perms::owner_write);
}

TEST_F(ForkServerTest, TheScratchFolderIsTheSubjects) {
  EXPECT_FALSE(run("write_into_scratch").observation.raised);
  EXPECT_EQ(read_file(scratch_ / "note"), "written");
}

TEST_F(ForkServerTest, DISABLED_ASubjectThatOverwritesTheSharedMemoryDoesNotTakeTheEngineDown) {
  const auto server = start();
  const TestCase test = call("scribble_over_shared_memory");
  const TestCase* one = &test;
  // An error or any observation will do.
  (void)server->run(std::span(&one, 1), [](std::size_t, const Observation&) {});
}

TEST_F(ForkServerTest, AStaticInitialiserThatCrashesIsNamed) {
  const Subject dying = prepare("initialiser.cpp", {});
  const auto server = ForkServer::start(dying.worker, dying.program, dying.api, options_);
  ASSERT_FALSE(server.has_value());
  EXPECT_EQ(server.error().kind, ErrorKind::kSubject);
  EXPECT_EQ(server.error().message,
            "a static initialiser of the subject crashes before any test runs, in dying::first_value()\n"
            "  next step: leave its unit out of the compilation database, or fix the initialiser");
}

class SanitizedForkServerTest : public ForkServerTest {
 protected:
  SanitizedForkServerTest() {
    options_.address_sanitizer = true;
    options_.ubsan_check = "shift";
  }
};

TEST_F(SanitizedForkServerTest, KindsThatOnlyTheyShow) {
  const auto server = start();
  const std::vector<Seen> seen = run(*server, {call("read_behind_array", {4}), call("read_freed"), call("shift", {40}),
                                               call("shift", {4}), call("throw_error", {7})});
  EXPECT_EQ(seen[0].observation.kind, CrashKind::kHeapOverflow);
  ASSERT_FALSE(seen[0].trace.empty());
  EXPECT_THAT(seen[0].trace[0], Pair("subject::read_behind_array", line_of("read_behind_array")));
  EXPECT_EQ(seen[1].observation.kind, CrashKind::kUseAfterFree);
  ASSERT_FALSE(seen[1].trace.empty());
  EXPECT_THAT(seen[1].trace[0], Pair("subject::read_freed", line_of("read_freed")));
  EXPECT_EQ(seen[2].observation.kind, CrashKind::kUndefinedBehaviour);
  ASSERT_FALSE(seen[2].trace.empty());
  EXPECT_THAT(seen[2].trace[0], Pair("subject::shift", line_of("shift")));
  EXPECT_FALSE(seen[3].observation.raised);
  EXPECT_EQ(seen[4].observation.message, "number 7");
}

TEST_F(SanitizedForkServerTest, PlainDeathsAreTheSame) {
  const auto server = start();
  const std::vector<Seen> seen = run(*server, {call("read_null"), call("fail_assertion", {3}), call("recurse", {0}),
                                               call("divide", {1, 0}), call("loop_forever")});
  std::vector<CrashKind> kinds;
  for (const Seen& each : seen) kinds.push_back(each.observation.kind);
  EXPECT_THAT(kinds, ElementsAre(CrashKind::kNullDereference, CrashKind::kAssertion, CrashKind::kStackOverflow,
                                 CrashKind::kArithmetic, CrashKind::kTimeout));
}

TEST(Describe, IsOneLineOfTextWhateverTheSubjectSays) {
  Observation run;
  run.raised = true;
  run.kind = CrashKind::kCppException;
  run.exception_type = "E";
  run.message = "a\nb\xdf\x80 \xe2\x80\x98z\xe2\x80\x99 \xff\xe2\x80";
  run.trace = {{FunctionId(0u), Line(7u)}};
  ProgramModel program;
  program.functions.push_back(Function{.linkage_name = "f", .file = "/p/a.c"});
  EXPECT_EQ(describe(run, program), "E: a b\xdf\x80 \xe2\x80\x98z\xe2\x80\x99 \\xff\\xe2\\x80 in f (a.c:7)");
}

}  // namespace
}  // namespace reenact
