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

TEST(Repeats, TheShorterPieceOfAStretch) {
  const std::string text = "x=" + times(20, "[") + "1";
  EXPECT_EQ(repeats_in(text, 16), (std::vector<Repeat>{{2, 1, 20}}));
}

TEST(Repeats, PiecesOfSeveralBytes) {
  const std::string text = times(30, "{\"a\":") + "1" + times(30, "}");
  EXPECT_EQ(repeats_in(text, 16), (std::vector<Repeat>{{0, 5, 30}, {151, 1, 30}}));
}

TEST(Repeats, TooFewAreNone) {
  EXPECT_TRUE(repeats_in(times(15, "["), 16).empty());
  EXPECT_TRUE(repeats_in("", 16).empty());
  EXPECT_TRUE(repeats_in(times(20, "0123456789abcdefg"), 16).empty());  // a piece of 17 bytes
}

}  // namespace
}  // namespace reenact
