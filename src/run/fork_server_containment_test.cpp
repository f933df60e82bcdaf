// What hostile code cannot do.
// DISABLED_ tests show holes in the containment that are known and open; they fail today.
#include <gmock/gmock.h>

#include "run/fork_server_fixture.h"
#include "subject/cache.h"

namespace reenact {
namespace {

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
  EXPECT_EQ(read_file(victim_), "kept");
  EXPECT_FALSE(std::filesystem::exists(victim_.string() + ".new"));
  EXPECT_FALSE(std::filesystem::exists(victim_.string() + ".folder"));
}

TEST_F(ForkServerTest, NothingIsRemovedOutsideTheScratchFolder) {
  expect_contained("remove_outside");
  EXPECT_EQ(read_file(victim_), "kept");
}

TEST_F(ForkServerTest, DISABLED_NoModesChangedOutsideTheScratchFolder) {
  expect_contained("change_mode_outside");
  EXPECT_EQ(std::filesystem::status(victim_).permissions(),
            std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
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

}  // namespace
}  // namespace reenact
