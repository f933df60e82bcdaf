// What is told of a run besides its end: coverage, operands, stopped lines, context.
#include <gmock/gmock.h>

#include <limits>

#include "run/fork_server_fixture.h"

namespace reenact {
namespace {

using testing::ElementsAre;

TEST_F(ForkServerTest, CoverageOfEnabledFunctions) {
  const FunctionId classify = subject().program.find("_ZN7subject8classifyEi").value();
  options_.enabled = {classify};
  const auto server = start();
  const std::vector<TestCase> tests = {call("classify", {-5}), call("classify", {7}), call("add", {1, 2})};
  std::vector<std::vector<float>> edges;
  std::vector<std::vector<std::uint8_t>> hits;
  run(*server, tests, [&](const Observation& observation) {
    ASSERT_EQ(observation.coverage.size(), 1u);
    const FunctionCoverage& coverage = observation.coverage[0];
    EXPECT_EQ(coverage.function, classify);
    edges.emplace_back(coverage.edges.begin(), coverage.edges.end());
    hits.emplace_back(coverage.hits.begin(), coverage.hits.end());
  });
  ASSERT_EQ(edges.size(), tests.size());
  const float never = std::numeric_limits<float>::infinity();
  EXPECT_THAT(edges[0], ElementsAre(0, 5, never, never));  // -5 < 0 holds; 5 away from 0
  EXPECT_THAT(edges[1], ElementsAre(8, 0, 7, 0));          // 7 < 0: 7 - 0 + 1; 7 == 0: 7
  EXPECT_THAT(edges[2], ElementsAre(never, never, never, never));
  EXPECT_EQ(hits[0][0], 1);
  EXPECT_EQ(hits[2][0], 0);
}

TEST_F(ForkServerTest, TellsWhatATestEntersHoweverItEnds) {
  const auto find = [](const std::string& name) { return subject().program.find(name).value(); };
  const FunctionId classify = find("_ZN7subject8classifyEi"), thrower = find("_ZN7subject12_GLOBAL__N_17throwerEi"),
                   caller = find("_ZN7subject15throw_in_calleeEi"), abort = find("_ZN7subject10call_abortEv");
  options_.enabled = {classify};
  const auto server = start();
  (void)run(*server, {call("add", {1, 2})});
  using testing::UnorderedElementsAre;
  EXPECT_THAT(server->entered_by(call("classify", {-5})), UnorderedElementsAre(classify));
  EXPECT_THAT(server->entered_by(call("throw_in_callee", {3})), UnorderedElementsAre(thrower, caller));
  EXPECT_THAT(server->entered_by(call("call_abort")), UnorderedElementsAre(abort));
}

TEST_F(ForkServerTest, TellsOfGoalFunctionsEnteredInTheirContextToo) {
  const auto find = [](const std::string& name) { return subject().program.find(name).value(); };
  const FunctionId thrower = find("_ZN7subject12_GLOBAL__N_17throwerEi"),
                   caller = find("_ZN7subject15throw_in_calleeEi");
  options_.enabled = {thrower, caller};
  options_.context = {{thrower, {Line(line_of("thrower"))}}, {caller, {Line(line_of("throw_in_callee"))}}};
  EXPECT_THAT(start()->entered_by(call("throw_in_callee", {3})), testing::UnorderedElementsAre(thrower, caller));
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
  std::vector<std::vector<unsigned>> stopped;
  run(*server, tests, [&](const Observation& observation) {
    stopped.emplace_back();
    for (const FunctionCoverage& each : observation.coverage) stopped.back().push_back(each.stopped.value);
  });
  ASSERT_EQ(stopped.size(), tests.size());
  EXPECT_THAT(stopped[0], ElementsAre(line_of("thrower"), line_of("throw_in_callee"), 0, 0));
  EXPECT_THAT(stopped[1], ElementsAre(0, 0, 0, 0));
  EXPECT_THAT(stopped[2], ElementsAre(0, 0, line_of("throw_error"), line_of("read_null_behind")));
}

TEST_F(ForkServerTest, ContextTellsWhichFramesWereEnteredFromTheirCallers) {
  const auto find = [](const std::string& name) { return subject().program.find(name).value(); };
  const FunctionId thrower = find("_ZN7subject12_GLOBAL__N_17throwerEi"),
                   caller = find("_ZN7subject15throw_in_calleeEi");
  options_.enabled = {thrower, caller};
  options_.context = {{thrower, {Line(line_of("thrower"))}}, {caller, {Line(1u), Line(line_of("throw_in_callee"))}}};
  const auto server = start();
  const std::vector<Seen> seen = run(*server, {call("throw_in_callee", {3}), call("catch_and_go_on", {3}),
                                               call("add", {1, 2}), call("throw_in_callee", {30})});
  EXPECT_EQ(seen[0].observation.context, 0b11u);
  EXPECT_EQ(seen[1].observation.context, 0u);  // entered, but by another way
  EXPECT_EQ(seen[2].observation.context, 0u);
  EXPECT_EQ(seen[3].observation.context, 0b11u);  // whether it crashed there is not asked
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
