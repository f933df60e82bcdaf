#include "fitness/beacon.h"

#include <gtest/gtest.h>

#include "fitness/testdata/scenario.h"

namespace reenact {
namespace {

class BeaconTest : public testing::Test {
 protected:
  BeaconTest() {
    load_ = scenario_.add(make_function("Load", {{}}));
    parse_ = scenario_.add(make_function("Parse", {{}}));
  }
  [[nodiscard]] double score(const std::string& type, const std::string& message, const std::string& function,
                             const Observation& run) {
    Beacon beacon(*parse_description(type, message, function), scenario_.program());
    EXPECT_DOUBLE_EQ(beacon.evaluate(run), 5 - beacon.score(run));
    return beacon.score(run);
  }
  Observation raised(const std::string& type, const std::string& message, FunctionId in) {
    Observation run = scenario_.run();
    Scenario::raises(run, type, {{in, Line(1u)}});
    run.message = message;
    return run;
  }
  Scenario scenario_;
  FunctionId load_, parse_;
};

TEST_F(BeaconTest, TwoForTheTypeOneForTheMessageTwoForTheFunction) {
  const auto f = [&](const Observation& run) { return score("Error", "anchor", "Load", run); };
  EXPECT_DOUBLE_EQ(f(scenario_.run()), 0);
  EXPECT_DOUBLE_EQ(f(raised("Other", "bad", parse_)), 0);
  EXPECT_DOUBLE_EQ(f(raised("Other", "an anchor", parse_)), 1);
  EXPECT_DOUBLE_EQ(f(raised("Error", "bad", parse_)), 2);
  EXPECT_DOUBLE_EQ(f(raised("Other", "bad", load_)), 2);
  EXPECT_DOUBLE_EQ(f(raised("Error", "an anchor", parse_)), 3);
  EXPECT_DOUBLE_EQ(f(raised("Other", "an anchor", load_)), 3);
  EXPECT_DOUBLE_EQ(f(raised("Error", "bad", load_)), 4);
  EXPECT_DOUBLE_EQ(f(raised("Error", "an anchor", load_)), 5);
}

TEST_F(BeaconTest, WhatIsLeftOutHoldsForEverythingRaised) {
  EXPECT_DOUBLE_EQ(score("", "anchor", "", raised("Any", "anchor", parse_)), 5);
  EXPECT_DOUBLE_EQ(score("", "anchor", "", raised("Any", "", parse_)), 4);
  EXPECT_DOUBLE_EQ(score("", "anchor", "", scenario_.run()), 0);
}

TEST_F(BeaconTest, AnInvalidTestRaisesNothing) {
  Observation run = raised("Error", "anchor", load_);
  run.invalid = true;
  EXPECT_DOUBLE_EQ(score("Error", "", "", run), 0);
}

TEST_F(BeaconTest, ExplainsWhatIsMissing) {
  const Beacon beacon(*parse_description("Error", "anchor", "Load"), scenario_.program());
  EXPECT_EQ(beacon.explain(scenario_.run()), "nothing raised");
  EXPECT_EQ(beacon.explain(raised("Error", "bad", parse_)),
            "Error: bad raised; missing: the message and Load on the stack");
  EXPECT_EQ(beacon.explain(raised("Error", "anchor", load_)), "the crash");
  EXPECT_EQ(beacon.functions(), std::vector{load_});
}

}  // namespace
}  // namespace reenact
