#include <gtest/gtest.h>

#include "strategy/guided/call_weights.h"
#include "strategy/guided/novelty_archive.h"
#include "testcase/testdata/made_up_api.h"

namespace reenact {
namespace {

TestCase calling(CallableId callable) {
  TestCase test;
  Statement call;
  call.kind = StatementKind::kCall;
  call.callable = callable;
  test.statements.push_back(call);
  return test;
}

/// How often the archive's test `wanted` (by its only call) is picked, of 1000 times.
int picks_of(NoveltyArchive& archive, CallableId wanted, Random& random) {
  int result = 0;
  for (int i = 0; i < 1000; ++i)
    if (archive[archive.pick(random)].statements.front().callable == wanted) ++result;
  return result;
}

TEST(NoveltyArchive, BuildsUponTestsWhoseOffspringWereNovel) {
  NoveltyArchive archive;
  Random random(Seed(3u));
  for (unsigned i = 0; i < 10; ++i) archive.add(calling(CallableId(i)), 1);
  EXPECT_NEAR(picks_of(archive, CallableId(7u), random), 100, 40);
  for (int i = 0; i < 5000; ++i)
    if (const auto parent = archive.pick(random); archive[parent].statements.front().callable == CallableId(7u))
      archive.credit(parent, 1);
  EXPECT_GT(picks_of(archive, CallableId(7u), random), 400);
}

TEST(NoveltyArchive, AParentThatMadeRoomGetsNoCredit) {
  NoveltyArchive archive;
  Random random(Seed(4u));
  archive.add(calling(CallableId(0u)), 1);
  const auto parent = archive.pick(random);
  for (unsigned i = 1; i <= 512; ++i) archive.add(calling(CallableId(i)), 1);  // the oldest is overwritten
  archive.credit(parent, 1e9);
  EXPECT_LT(picks_of(archive, archive[parent].statements.front().callable, random), 100);
}

TEST(CallWeights, CallsThatLedToNewCodeAreDrawnMore) {
  const ApiModel api = small_api();
  CallWeights weights({}, api, {});
  Random random(Seed(5u));
  const std::vector<CallableId> calls = {CallableId(0u), CallableId(2u), CallableId(3u)};
  for (int i = 0; i < 200; ++i)
    for (const CallableId id : calls) weights.note(calling(id), id == CallableId(3u) && i % 4 == 0);
  const auto draws_of = [&](CallableId wanted) {
    int result = 0;
    for (int i = 0; i < 1000; ++i)
      if (weights.pick(calls, random) == wanted) ++result;
    return result;
  };
  EXPECT_GT(draws_of(CallableId(3u)), 600);
  EXPECT_GT(draws_of(CallableId(0u)), 50);  // never given up
}

TEST(CallWeights, WhatGivesItsObjectATextComesFirst) {
  ApiModel api = small_api();
  api.callables[1].mutates_object = true;  // T::set(const char*, size_t)
  CallWeights weights({}, api, {});
  Random random(Seed(6u));
  int texts = 0;
  for (int i = 0; i < 1000; ++i)
    if (weights.pick({CallableId(0u), CallableId(1u), CallableId(3u)}, random) == CallableId(1u)) ++texts;
  EXPECT_GT(texts, 450);
}

TEST(CallWeights, HalfOfTheDrawsAreOfCallsThatSetWhatTheGoalAsksFor) {
  ApiModel api = small_api();
  GoalCalls goal;
  goal.unit = {CallableId(0u), CallableId(1u), CallableId(2u), CallableId(3u)};
  goal.setters.assign(api.callables.size(), 0);
  goal.setters[3] = 0.01;
  CallWeights weights(goal, api, {});
  Random random(Seed(7u));
  int setters = 0;
  for (int i = 0; i < 1000; ++i)
    if (weights.pick(goal.unit, random) == CallableId(3u)) ++setters;
  EXPECT_GT(setters, 400);
}

}  // namespace
}  // namespace reenact
