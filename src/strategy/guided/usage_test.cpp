#include "strategy/guided/usage.h"

#include <gmock/gmock.h>

#include <algorithm>

#include "base/random.h"
#include "strategy/guided/initial_tests.h"

namespace reenact {
namespace {

using testing::ElementsAre;
using testing::SizeIs;

/// void open(); void A::open(); void frame(); void draw(); and size() of six classes.
class UsageTest : public testing::Test {
 protected:
  UsageTest() {
    open_ = add("open", "screen.h");
    opened_ = add("A::open", "A");
    frame_ = add("ui::frame", "screen.h");
    draw_ = add("draw", "screen.h");
    for (const char* owner : {"B", "C", "D", "E", "F", "G"}) add(std::string(owner) + "::size", owner);
    of_std_ = add("std::vector<int>::clear", "std");
  }

  CallableId add(const std::string& name, const std::string& owner) {
    Callable made;
    made.id = CallableId(api_.callables.size());
    made.name = name;
    made.owner = owner;
    api_.callables.push_back(made);
    return made.id;
  }

  ApiModel api_;
  CallableId open_, opened_, frame_, draw_, of_std_;
};

TEST_F(UsageTest, KnowsNamesThatSayEnough) {
  const Usage usage({{"int", "open", "size", "clear", "frame", "frame", "draw", "return"}, {"draw", "size"}}, api_);
  ASSERT_THAT(usage.sequences(), SizeIs(1));
  const std::vector<Usage::Step>& steps = usage.sequences().front();
  ASSERT_THAT(steps, SizeIs(3));
  EXPECT_THAT(usage.calls(steps[0]), ElementsAre(open_, opened_));
  EXPECT_THAT(usage.calls(steps[1]), ElementsAre(frame_));
  EXPECT_THAT(usage.calls(steps[2]), ElementsAre(draw_));
  EXPECT_FALSE(usage.step_of(of_std_));
}

TEST_F(UsageTest, KnowsMembersOfInstancesByTheirNames) {
  const CallableId connect = add("nod::signal<void (std::string)>::connect", "nod::signal<void (std::string)>");
  const CallableId made = add("nod::signal<void (std::string)>::signal", "nod::signal<void (std::string)>");
  const CallableId parse = add("load<Grid<int>>", "screen.h");
  const Usage usage({{"signal", "connect", "load"}}, api_);
  ASSERT_THAT(usage.sequences(), SizeIs(1));
  EXPECT_THAT(usage.calls(usage.sequences().front()[0]), ElementsAre(made));
  EXPECT_THAT(usage.calls(usage.sequences().front()[1]), ElementsAre(connect));
  EXPECT_THAT(usage.calls(usage.sequences().front()[2]), ElementsAre(parse));
}

TEST_F(UsageTest, KnowsNeighbours) {
  const Usage usage({{"open", "frame", "draw"}, {"frame", "draw", "open"}}, api_);
  const Usage::Step frame = *usage.step_of(frame_), draw = *usage.step_of(draw_), open = *usage.step_of(open_);
  EXPECT_THAT(usage.before(draw), ElementsAre(frame, frame));
  EXPECT_THAT(usage.after(draw), ElementsAre(open));
  EXPECT_THAT(usage.before(frame), ElementsAre(open));
  EXPECT_EQ(usage.step_of(opened_), usage.step_of(open_));
}

TEST_F(UsageTest, TestsGoUpToACallOfTheCrash) {
  ValuePool pool;
  Random random(Seed(1));
  TestBuilder builder(api_, pool, random);
  GoalCalls goal{.crash = {draw_}, .unit = {}, .setup = {}, .arguments = {}, .setters = {}, .usage = {}};
  goal.usage = std::make_shared<const Usage>(std::vector<CallSequence>{{"open", "frame", "draw", "open"}}, api_);
  const CallChoice calls = possible_calls(goal, {}, builder);
  ASSERT_THAT(calls.crash_uses, ElementsAre(std::pair<std::size_t, std::size_t>(0, 2)));
  int whole = 0;
  for (int i = 0; i < 100; ++i) {
    TestCase test;
    usage_test(test, calls, builder, random, 12);
    ASSERT_GT(test.size(), 0u);
    EXPECT_EQ(test.statements.back().callable, draw_);
    const bool is_whole = test.size() == 3 && test.statements[1].callable == frame_;
    if (is_whole) ++whole;
  }
  EXPECT_GT(whole, 30);

  GuidedOptions off;
  off.usage = false;
  EXPECT_EQ(possible_calls(goal, off, builder).usage, nullptr);
  goal.usage = std::make_shared<const Usage>(std::vector<CallSequence>{}, api_);
  EXPECT_EQ(possible_calls(goal, {}, builder).usage, nullptr);
}

TEST_F(UsageTest, LongSequencesLoseTheirMiddle) {
  ValuePool pool;
  Random random(Seed(1));
  TestBuilder builder(api_, pool, random);
  CallSequence sequence;
  for (int i = 0; i < 40; ++i) sequence.insert(sequence.end(), {"open", "frame"});
  sequence.emplace_back("draw");
  GoalCalls goal{.crash = {draw_}, .unit = {}, .setup = {}, .arguments = {}, .setters = {}, .usage = {}};
  goal.usage = std::make_shared<const Usage>(std::vector<CallSequence>{sequence}, api_);
  const CallChoice calls = possible_calls(goal, {}, builder);
  for (int i = 0; i < 100; ++i) {
    TestCase test;
    usage_test(test, calls, builder, random, 6);
    EXPECT_LE(test.size(), 7u);
  }
}

}  // namespace
}  // namespace reenact
