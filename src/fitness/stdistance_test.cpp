#include "fitness/stdistance.h"

#include <gtest/gtest.h>

#include "fitness/testdata/scenario.h"

namespace reenact {
namespace {

/// XWIKI-13377 (Listing 1.2 of the paper), outermost frame 3: fromMap at 413 calls fromValue at 615, which calls setValue,
/// which throws at 45.
class STDistanceTest : public testing::Test {
 protected:
  STDistanceTest() {
    scenario_.exception("ClassCastException");
    set_value_ = scenario_.add(make_function("setValue", {{1, 2}, {2}, {}}, {{44}, {45}, {46}}));
    from_value_ = scenario_.add(make_function("fromValue", {{}}, {{613, 614, 615}}));
    from_map_ = scenario_.add(from_map());
    scenario_.frame(set_value_, 45, 1);
    scenario_.frame(from_value_, 615, 0);
    scenario_.frame(from_map_, 413, 6);
  }
  [[nodiscard]] double value(const Observation& run) { return STDistance(scenario_.goal()).evaluate(run); }
  [[nodiscard]] std::size_t aim(const Observation& run) {
    return STDistance(scenario_.goal()).aim(run).value().index();
  }
  /// At line 413.
  Observation in_from_map() {
    Observation run = scenario_.run();
    scenario_.covers(run, from_map_, {0, 1, 2, 4, 6}, {0, 1, 0, 1, 1, 0, 1, 0}, 413);
    run.context = 0b100;
    return run;
  }
  /// ... and in fromValue, called from there.
  Observation in_from_value(unsigned stopped) {
    Observation run = in_from_map();
    scenario_.covers(run, from_value_, {0}, {}, stopped);
    run.context = 0b110;
    return run;
  }
  Observation in_set_value(const std::vector<unsigned>& blocks, std::vector<float> edges, unsigned stopped) {
    Observation run = in_from_value(615);
    scenario_.covers(run, set_value_, blocks, std::move(edges), stopped);
    run.context = 0b111;
    return run;
  }
  Scenario scenario_;
  FunctionId set_value_, from_value_, from_map_;
};

TEST_F(STDistanceTest, NoFrameCovered) {
  Observation run = scenario_.run();
  scenario_.covers(run, from_map_, {0, 9}, {1, 0});
  run.context = 0b100;
  // sd = 3 (406, 408, 410) + phi(1) = 3.5: 3 - 0 - (1 - 3.5) + 1
  EXPECT_DOUBLE_EQ(value(run), 6.5);
  EXPECT_EQ(aim(run), 2u);
  Scenario::raises(run, "ClassCastException");  // the type alone ends the penalty
  EXPECT_DOUBLE_EQ(value(run), 5.5);
}

TEST_F(STDistanceTest, TheOutermostFrameCovered) {
  const Observation line = in_from_map();  // but fromValue was not entered: its distance is 1
  EXPECT_DOUBLE_EQ(value(line), 3 - 1 - (1 - 1) + 1);
  EXPECT_EQ(aim(line), 1u);
  Observation stopped = in_from_value(613);  // sd = 0 + 0: the block is entered, the line missed
  Scenario::raises(stopped, "NullPointerException", {{from_value_, Line(613u)}, {from_map_, Line(413u)}});
  EXPECT_DOUBLE_EQ(value(stopped), 3 - 1 - (1 - 0) + 1);
  EXPECT_EQ(aim(stopped), 1u);
}

TEST_F(STDistanceTest, EnteredByAnotherWayIsNotCovered) {
  Observation run = in_from_value(615);
  run.context = 0b100;
  EXPECT_DOUBLE_EQ(value(run), 3 - 1 - (1 - 1) + 1);
}

TEST_F(STDistanceTest, TwoFramesCovered) {
  const Observation run = in_set_value({0, 2}, {4, 0}, 0);  // 44 decides; phi(4) = 0.8
  EXPECT_DOUBLE_EQ(value(run), 3 - 2 - (1 - 0.8) + 1);
  EXPECT_EQ(aim(run), 0u);
}

TEST_F(STDistanceTest, AllFramesCovered) {
  Observation run = in_set_value({0, 1, 2}, {0, 1}, 0);
  EXPECT_DOUBLE_EQ(value(run), 1);  // 3 - 3 - (1 - 1), and the penalty
  Scenario::raises(run, "ClassCastException", {{from_map_, Line(417u)}});
  EXPECT_DOUBLE_EQ(value(run), 1);  // thrown, but not in the innermost frame
  run.trace = {{set_value_, Line(45u)}, {from_value_, Line(615u)}, {from_map_, Line(413u)}};
  EXPECT_DOUBLE_EQ(value(run), 0);
  EXPECT_EQ(STDistance(scenario_.goal()).explain(run), "the crash");
  EXPECT_EQ(aim(run), 0u);
}

TEST_F(STDistanceTest, ItIsNoMonotoneMeasureOfFramesCovered) {
  // The header's example: two frames, the inner one behind two decisions.
  Scenario scenario;
  const FunctionId inner = scenario.add(make_function("inner", {{1, 3}, {2, 3}, {3}, {}})),
                   outer = scenario.add(make_function("outer", {{1, 2}, {2}, {}}));
  scenario.frame(inner, 0, 2);
  scenario.frame(outer, 0, 1);
  scenario.exception("int");
  Observation far = scenario.run(), near = scenario.run();
  Scenario::raises(far, "int");
  Scenario::raises(near, "int");
  scenario.covers(far, outer, {0, 2}, {1, 0});
  far.context = 0b10;
  scenario.covers(near, outer, {0, 1, 2}, {0, 1});
  scenario.covers(near, inner, {0, 3}, {1, 0});
  near.context = 0b11;
  EXPECT_DOUBLE_EQ(STDistance(scenario.goal()).evaluate(far), 1.5);
  EXPECT_DOUBLE_EQ(STDistance(scenario.goal()).evaluate(near), 1.5);
  near.context = 0b10;  // not called from there: its two levels and one more
  EXPECT_DOUBLE_EQ(STDistance(scenario.goal()).evaluate(near), 3);
}

TEST_F(STDistanceTest, AnInvalidTestIsTheWorst) {
  Observation run = scenario_.run();
  const double nothing = value(run);
  run.invalid = true;
  EXPECT_GE(value(run), nothing);
}

}  // namespace
}  // namespace reenact
