#include "session/other_tests.h"

#include <gmock/gmock.h>

#include "session/testdata/plain_calls.h"

namespace reenact {
namespace {

constexpr unsigned kOpen = 0, kClose = 1;

ProgramModel door_program() {
  ProgramModel program;
  Function function;
  function.id = FunctionId(0u);
  function.linkage_name = "close_door";
  program.functions.push_back(function);
  return program;
}

/// Crashes when the door is closed, at `line`; alone only if `alone`.
class DoorExecutor final : public Executor {
 public:
  explicit DoorExecutor(bool alone) : alone_(alone) {}
  Expected<void> run(std::span<const TestCase* const> tests,
                     const std::function<void(std::size_t, const Observation&)>& seen) override {
    for (std::size_t i = 0; i < tests.size(); ++i) seen(i, observe(*tests[i], true));
    return {};
  }
  Expected<void> run_alone(const TestCase& test, const std::function<void(const Observation&)>& seen) override {
    seen(observe(test, alone_));
    return {};
  }
  static Observation observe(const TestCase& test, bool crashes) {
    Observation run;
    for (const Statement& each : test.statements) run.raised |= crashes && each.callable == CallableId(kClose);
    if (!run.raised) return run;
    run.kind = CrashKind::kAssertion;
    run.message = "is_open";
    run.trace = {{FunctionId(0u), Line(12u)}};
    return run;
  }

 private:
  bool alone_;
};

class OtherTestsTest : public testing::Test {
 protected:
  OtherCrash crash(const TestCase& test) const {
    OtherCrash met;
    met.key = crash_key(DoorExecutor::observe(test, true));
    met.kind = CrashKind::kAssertion;
    met.message = "is_open";
    met.function = FunctionId(0u);
    met.description = "assertion `is_open' failed in close_door (door.c:12)";
    met.times = 3;
    met.test = test;
    return met;
  }
  OtherTests write(bool alone, bool compiles, bool expect_crash = false) {
    DoorExecutor executor(alone);
    OtherTestWriter writer({program_, api_, executor, clock_, [] { return false; },
                            [&](const TestCase&, PrintOptions& print) {
                              print.prelude = {"#include \"door.h\""};
                              return compiles;
                            },
                            expect_crash});
    return writer.write({crash(calls({kOpen, kClose, kOpen}))});
  }

  ApiModel api_ = api_of({"open_door", "close_door"});
  ProgramModel program_ = door_program();
  SteadyClock clock_;
};

TEST_F(OtherTestsTest, AreMinimisedAndPrintedOneFileEach) {
  const OtherTests written = write(true, true);
  ASSERT_EQ(written.tests.size(), 1u);
  EXPECT_EQ(written.tests[0].name, "01-CloseDoor");
  EXPECT_EQ(written.tests[0].source,
            "#include <gtest/gtest.h>\n\n"
            "#include \"door.h\"\n\n"
            "// assertion `is_open' failed in close_door (door.c:12).\n"
            "// Met while another crash was looked for; not verified.\n"
            "TEST(CloseDoor, CrashesWithFailedAssertion) {\n"
            "  close_door();\n"
            "}\n");
  EXPECT_TRUE(written.notes.empty());
}

TEST_F(OtherTestsTest, ExpectTheCrashOnRequest) {
  EXPECT_THAT(write(true, true, true).tests.at(0).source, testing::HasSubstr("EXPECT_DEATH(crash(), \"is_open\");"));
}

TEST_F(OtherTestsTest, WhatEarlierTestsCausedHasNoTest) {
  const OtherTests written = write(false, true);
  EXPECT_TRUE(written.tests.empty());
  EXPECT_EQ(written.notes, std::vector<std::string>{"no test for assertion `is_open' failed in close_door (door.c:12): "
                                                    "it does not happen in a process of its own"});
}

TEST_F(OtherTestsTest, WhatDoesNotCompileIsNoted) {
  const OtherTests written = write(true, false);
  EXPECT_TRUE(written.tests.empty());
  EXPECT_EQ(written.notes, std::vector<std::string>{"no test for assertion `is_open' failed in close_door (door.c:12): "
                                                    "the printed test does not compile"});
}

TEST_F(OtherTestsTest, SameCrashesBecomeOneWithTheShortestTest) {
  std::vector<OtherCrash> all{crash(calls({kOpen, kClose}))};
  OtherCrash rarer = crash(calls({kOpen, kOpen, kClose}));
  rarer.key.back() = 7;
  rarer.times = 4;
  merge(all, {crash(calls({kClose})), rarer});
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].times, 6u);
  EXPECT_EQ(all[0].test.size(), 1u);
  EXPECT_EQ(all[1].times, 4u);
}

}  // namespace
}  // namespace reenact
