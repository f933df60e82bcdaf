#include "base/repeats.h"

#include <gtest/gtest.h>

#include <string>

namespace reenact {
namespace {

std::string times(std::size_t count, std::string_view piece) {
  std::string result;
  while (count-- > 0) result += piece;
  return result;
}

using Stretches = std::vector<Stretch>;

TEST(Repeats, TheShorterPieceOfAStretch) {
  const std::string text = "x=" + times(20, "[") + "1";
  EXPECT_EQ(stretches_of(text, 16), (Stretches{{"x="}, {"[", 20}, {"1"}}));
}

TEST(Repeats, PiecesOfSeveralBytes) {
  const std::string text = times(30, "{\"a\":") + "1" + times(30, "}");
  EXPECT_EQ(stretches_of(text, 16), (Stretches{{"{\"a\":", 30}, {"1"}, {"}", 30}}));
}

TEST(Repeats, TooFewAreNone) {
  const std::string fifteen = times(15, "[");
  EXPECT_EQ(stretches_of(fifteen, 16), (Stretches{{fifteen}}));
  EXPECT_TRUE(stretches_of("", 16).empty());
  const std::string long_pieces = times(20, "0123456789abcdefg");  // of 17 bytes
  EXPECT_EQ(stretches_of(long_pieces, 16), (Stretches{{long_pieces}}));
}

TEST(Repeats, WhatIsTooShortIsPartOfWhatDoesNotRepeat) {
  const std::string text = "a" + times(20, "[") + "b" + times(70, "]");
  const std::string before = "a" + times(20, "[") + "b";
  EXPECT_EQ(stretches_of(text, 16, 64), (Stretches{{before}, {"]", 70}}));
}

}  // namespace
}  // namespace reenact
