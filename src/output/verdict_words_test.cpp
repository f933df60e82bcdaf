#include "output/verdict_words.h"

#include <gtest/gtest.h>

namespace reenact {
namespace {

TEST(VerdictWords, ClaimWhatWasComparedAndNoMore) {
  Reproduction result;
  result.frames_total = 4;
  result.frames_reproduced = 2;
  EXPECT_EQ(claimed_frames(result), "2 of 4 frames");
  EXPECT_EQ(limits_of(result), "");
  result.frames_of_the_program = {{.function = "buy_bread", .file = "/u/user.c", .line = Line(4u)},
                                  {.function = "go_shopping"}};
  result.verdict.not_compared = {"the line of frame 2 (f)", "that it was a READ"};
  EXPECT_EQ(limits_of(result),
            "taken for the user's program, and not in the test: the 2 outermost frames buy_bread (user.c:4), "
            "go_shopping\n"
            "not compared: the line of frame 2 (f); that it was a READ\n");
}

TEST(VerdictWords, WhatTheTestBreaksIsSaid) {
  Reproduction result;
  EXPECT_EQ(contrived(result), "");
  result.broken_contracts = {"passes a length of 9 for 2 bytes to sum", "passes null for `t` of feed, which needs one"};
  EXPECT_EQ(
      contrived(result),
      "; crashes as reported, but passes a length of 9 for 2 bytes to sum; passes null for `t` of feed, which needs "
      "one");
}

TEST(VerdictWords, AnExhaustedStackClaimsItsRecursion) {
  Reproduction result;
  result.frames_total = 57;
  result.frames_reproduced = result.verdict.cycle = 3;
  EXPECT_EQ(claimed_frames(result), "the 3 frames of the recursion, of 57");
}

}  // namespace
}  // namespace reenact
