#include "session/bridged_before.h"

#include <gtest/gtest.h>

#include "base/files.h"

namespace reenact {
namespace {

namespace fs = std::filesystem;

/// Of three calls one waited, and one did not compile.
class BridgedBefore : public testing::Test {
 protected:
  BridgedBefore() {
    std::string name = (fs::temp_directory_path() / "reenact_bridged_XXXXXX").string();
    root_ = mkdtemp(name.data());
    for (const fs::path& each : {from(), to()}) fs::create_directory(each);
    for (unsigned i = 0; i < 3; ++i) {
      Callable callable;
      callable.id = CallableId(i);
      callable.name = "call" + std::to_string(i);
      reading_.api.callables.push_back(callable);
      reading_.thunks.emplace_back("call();");
    }
    known_ = reading_.api;
    known_.callables[1].usable = known_.callables[2].usable = false;
    known_.dropped = {{"call1", "no such type"}};
    for (const char* file : {"head.h", "thunks_0.cpp", "thunks_0.o", "thunks_0.o.model", "table.o", "worker"})
      EXPECT_TRUE(write_file(from() / file, file));
  }
  ~BridgedBefore() override { fs::remove_all(root_); }

  [[nodiscard]] fs::path from() const { return root_ / "first"; }
  [[nodiscard]] fs::path to() const { return root_ / "whole"; }
  void take_over() { take_over_bridge(reading_, known_, {CallableId(2u)}, from(), to()); }

  fs::path root_;
  ApiReading reading_;
  ApiModel known_;
};

TEST_F(BridgedBefore, ItsThunksAreThereAndWhatDidNotCompileIsKnown) {
  take_over();
  for (const char* file : {"head.h", "thunks_0.cpp", "thunks_0.o", "thunks_0.o.model"})
    EXPECT_EQ(read_file(to() / file), file);
  EXPECT_FALSE(is_there(to() / "table.o"));
  EXPECT_FALSE(is_there(to() / "worker"));
  EXPECT_EQ(reading_.later, std::set{CallableId(2u)});
  EXPECT_TRUE(reading_.thunks[1].empty());
  EXPECT_FALSE(reading_.thunks[2].empty());
  ASSERT_EQ(reading_.api.dropped.size(), 1u);
  EXPECT_EQ(reading_.api.dropped[0].reason, "no such type");
}

TEST_F(BridgedBefore, WhoReplacesAFileLeavesTheOtherOne) {
  take_over();
  ASSERT_TRUE(write_file(to() / "thunks_0.cpp", "another"));
  EXPECT_EQ(read_file(from() / "thunks_0.cpp"), "thunks_0.cpp");
}

TEST_F(BridgedBefore, OfOtherCallsNothingIsTaken) {
  known_.callables.pop_back();
  take_over();
  EXPECT_FALSE(is_there(to() / "thunks_0.o"));
  EXPECT_TRUE(reading_.later.empty());
}

}  // namespace
}  // namespace reenact
