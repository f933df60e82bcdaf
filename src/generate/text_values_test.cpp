#include "generate/text_values.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace reenact {
namespace {

// How many of `times` single changes of `text` give `wanted`.
int times_changed_to(const std::string& wanted, const std::string& text, int times, const ValuePool& pool = {}) {
  Random random(Seed(1u));
  int found = 0;
  for (int i = 0; i < times; ++i) {
    std::string changed = text;
    change_text(changed, pool, random);
    if (changed == wanted) ++found;
  }
  return found;
}

TEST(TextValues, NamesComeToAgree) {
  EXPECT_GT(times_changed_to("first = []\n[first.inner]", "first = []\n[second.inner]", 2000), 2);
  EXPECT_GT(times_changed_to("second = []\n[second.inner]", "first = []\n[second.inner]", 2000), 2);
}

TEST(TextValues, ALineComesAgainWithOneCharacterChanged) {
  ValuePool pool;
  pool.characters = ":=";
  EXPECT_GT(times_changed_to("name:\nname=", "name=", 20'000, pool), 5);
  EXPECT_GT(times_changed_to("a\nname=\nname:\nb", "a\nname=\nb", 20'000, pool), 2);
}

TEST(TextValues, WhatStandsInBracketsGoes) {
  EXPECT_GT(times_changed_to("a = []\n[a.b]", "a = [1, [2, 3]]\n[a.b]", 5000), 10);
  EXPECT_GT(times_changed_to("say(\"\")", "say(\"hello\")", 5000), 10);
}

TEST(TextValues, JoinedWithWhatLedToNewCode) {
  Random random(Seed(1u));
  int before = 0, agreeing = 0;
  for (int i = 0; i < 2000; ++i) {
    std::string text = "[b.c]";
    join_texts(text, "a=1\n", ValuePool{}, random);
    before += text == "a=1\n[b.c]" ? 1 : 0;
    agreeing += text == "a=1\n[a.c]" || text == "b=1\n[b.c]" ? 1 : 0;
  }
  EXPECT_GT(before, 200);
  EXPECT_GT(agreeing, 20);
}

TEST(TextValues, NoLongerThanAllowed) {
  Random random(Seed(3u));
  std::string text = "[1, 2]";
  for (int i = 0; i < 20'000; ++i) {
    change_text(text, ValuePool{}, random);
    ASSERT_LE(text.size(), kMaxText);
  }
}

TEST(TextValues, SentencesAreKnownTextsWhereThereAreNoOthers) {
  ValuePool pool;
  pool.sentences = {"open sesame"};
  Random random(Seed(1u));
  int drawn = 0;
  for (int i = 0; i < 2000; ++i) {
    std::string text;
    fresh_text(text, pool, random);
    drawn += text.contains("open sesame") ? 1 : 0;
  }
  EXPECT_GT(drawn, 10);
}

TEST(TextValues, NumbersInTextsBecomeConstantsOfTheProject) {
  ValuePool pool;
  pool.integers = {4711};
  Random random(Seed(1u));
  int changed_to_it = 0;
  for (int i = 0; i < 5000; ++i) {
    std::string text = "withdraw 8000000000";
    change_text(text, pool, random);
    changed_to_it += text == "withdraw 4711" ? 1 : 0;
  }
  EXPECT_GT(changed_to_it, 5);
}

TEST(TextValues, ExamplesAreTakenWholeAndInLines) {
  const std::vector<std::string> examples{"first\nsecond\nthird\n"};
  ValuePool pool;
  pool.draws.texts.example = 1;
  pool.examples = examples;
  Random random(Seed(1u));
  std::set<std::string> drawn;
  for (int i = 0; i < 200; ++i) {
    std::string text;
    fresh_text(text, pool, random);
    drawn.insert(text);
  }
  EXPECT_THAT(drawn, testing::UnorderedElementsAre("first\n", "second\n", "third\n", "first\nsecond\n",
                                                   "second\nthird\n", "first\nsecond\nthird\n"));
}

}  // namespace
}  // namespace reenact
