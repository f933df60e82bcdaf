// What hostile code cannot do.
#include "abi/abi.h"
#include "build/cache.h"
#include "run/fork_server_fixture.h"

namespace reenact {
namespace {

TEST_F(ForkServerTest, ThreadsMayStay) { expect_contained("leave_thread_running"); }
TEST_F(ForkServerTest, NoProcesses) { expect_contained("fork_often"); }
TEST_F(ForkServerTest, NoProcessesThroughThe32BitDoor) {
  const auto server = start();
  const std::vector<Seen> seen = run(*server, {call("fork_as_32_bit_program"), call("throw_error", {7})});
  // Where the kernel has no such door, asking is a crash.
  EXPECT_EQ(seen[0].observation.exception_type, "") << seen[0].observation.message;
  EXPECT_EQ(seen[1].observation.message, "number 7");
}
TEST_F(ForkServerTest, NoPrograms) { expect_contained("start_program"); }
TEST_F(ForkServerTest, ClosedDescriptorsDoNoHarm) { expect_contained("close_everything"); }
TEST_F(ForkServerTest, NoSignalsToOthers) { expect_contained("signal_others"); }
TEST_F(ForkServerTest, NoQueuedSignalsToOthers) { expect_contained("queue_signals_to_others"); }
TEST_F(ForkServerTest, NoSignalsToOthersThroughAFile) { expect_contained("signal_others_through_a_file"); }
TEST_F(ForkServerTest, NoLimitsForOthers) { expect_contained("limit_others"); }
TEST_F(ForkServerTest, NoChildOutlivesItsForkServer) { expect_contained("outlive_others"); }
TEST_F(ForkServerTest, NoNetwork) { expect_contained("use_network"); }

TEST_F(ForkServerTest, NoWritesOutsideTheScratchFolder) {
  expect_contained("write_outside");
  EXPECT_EQ(read_file(victim_), "kept");
  EXPECT_FALSE(std::filesystem::exists(victim_.string() + ".new"));
  EXPECT_FALSE(std::filesystem::exists(victim_.string() + ".folder"));
}

TEST_F(ForkServerTest, NothingIsRemovedOutsideTheScratchFolder) {
  expect_contained("remove_outside");
  EXPECT_EQ(read_file(victim_), "kept");
}

TEST_F(ForkServerTest, NoModesChangedOutsideTheScratchFolder) {
  expect_contained("change_mode_outside");
  EXPECT_EQ(std::filesystem::status(victim_).permissions(),
            std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
}

TEST_F(ForkServerTest, NoAttributesChangedOutsideTheScratchFolder) { expect_contained("change_attributes_outside"); }

TEST_F(ForkServerTest, TheScratchFolderIsTheSubjects) {
  EXPECT_FALSE(run("write_into_scratch").observation.raised);
  EXPECT_EQ(read_file(scratch_ / "note"), "written");
}

TEST_F(ForkServerTest, NoTestFindsTheFilesOfAnother) {
  for (const unsigned lanes : {1U, 2U}) {
    options_.lanes = lanes;
    const auto server = start();
    const TestCase writes = call("write_into_scratch"), makes = call("make_folders"), reads = call("expect_no_files");
    const std::vector<const TestCase*> tests{&writes, &reads, &makes, &reads, &writes, &makes, &reads, &reads};
    std::size_t seen = 0;
    ASSERT_TRUE(server->run(tests, [&](std::size_t i, const Observation& each) {
      ++seen;
      EXPECT_FALSE(each.raised) << i;
    }));
    EXPECT_EQ(seen, tests.size());
    // Where each has a process of its own, too.
    ASSERT_TRUE(server->run_alone(writes, [](const Observation& each) { EXPECT_FALSE(each.raised); }));
    ASSERT_TRUE(server->run_alone(reads, [](const Observation& each) { EXPECT_FALSE(each.raised); }));
  }
}

TEST_F(ForkServerTest, ASubjectThatOverwritesTheSharedMemoryDoesNotTakeTheEngineDown) {
  const auto server = start();
  const TestCase test = call("scribble_over_shared_memory");
  const TestCase* one = &test;
  // An error or any observation will do.
  (void)server->run(std::span(&one, 1), [](std::size_t, const Observation&) {});
}

TEST_F(ForkServerTest, ATestThatTakesItsForkServerDownCostsNoOther) {
  for (const unsigned lanes : {1u, 2u}) {
    options_.lanes = lanes;
    const auto server = start();
    for (int round = 0; round < 2; ++round) {
      const std::vector<Seen> seen = run(*server, {call("throw_error", {1}), call("scribble_over_shared_memory"),
                                                   call("throw_error", {2}), call("add", {1, 2})});
      EXPECT_EQ(seen[0].observation.message, "number 1");
      EXPECT_TRUE(seen[1].observation.invalid);
      EXPECT_EQ(seen[2].observation.message, "number 2");
      EXPECT_FALSE(seen[3].observation.raised || seen[3].observation.invalid);
    }
    EXPECT_TRUE(server->run_alone(call("scribble_over_shared_memory"), [](const Observation& observation) {
      EXPECT_TRUE(observation.invalid);
    })) << lanes;
  }
}

TEST_F(ForkServerTest, ASubjectThatTakesEachForkServerDownIsGivenUp) {
  const auto server = start();
  const TestCase test = call("scribble_over_shared_memory");
  const std::vector<const TestCase*> tests(100, &test);
  std::size_t seen = 0;
  const auto done = server->run(tests, [&](std::size_t, const Observation&) { ++seen; });
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().message,
            "code of the project took its own fork server down 21 times: it overwrites memory that is not its own\n  "
            "worker: " +
                current().worker.string());
  EXPECT_LT(seen, tests.size());
  const auto again = server->run_alone(test, [](const Observation&) { FAIL(); });
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().message, done.error().message);
}

TEST_F(ForkServerTest, WhatASubjectWritesIntoObservationsIsBounded) {
  const auto server = start();
  const std::vector<Seen> seen =
      run(*server, {call("throw_error", {1}), call("scribble_over_observations"), call("throw_error", {2})});
  EXPECT_EQ(seen[0].observation.message, std::string(kReenactMaxText, 'x'));
  EXPECT_EQ(seen[0].observation.exception_type, std::string(kReenactMaxText, 'x'));
  EXPECT_TRUE(seen[0].trace.empty());
  EXPECT_EQ(seen[2].observation.message, "number 2");
}

TEST_F(ForkServerTest, TheSharedMemoryKeepsItsSize) { expect_contained("shorten_shared_memory"); }

}  // namespace
}  // namespace reenact
