#include "crash/texts.h"

#include <gtest/gtest.h>

namespace reenact {
namespace {

TEST(Texts, NumbersAndQuotationsVary) {
  const TextPattern pattern("bad key 'a' at line 3, column 0x1f");
  EXPECT_TRUE(pattern.agrees("bad key 'some other' at line 12, column 7"));
  EXPECT_TRUE(pattern.agrees("bad key '' at line 0, column 0\nmore of it"));
  EXPECT_TRUE(pattern.agrees("bad key 'a' at line -3, column 4.5"));
  EXPECT_FALSE(pattern.agrees("bad value 'a' at line 3, column 7"));
  EXPECT_FALSE(pattern.agrees(""));
  EXPECT_TRUE(TextPattern("Option \u2018zz\u2019 not present").agrees("Option \u2018\u2019 not present"));
  EXPECT_FALSE(TextPattern("it can't be").agrees("it can be"));
  EXPECT_FALSE(TextPattern("it can't be, don't").agrees("it can't have, don't"));
}

TEST(Texts, OfOtherWordsTheSubjectsLiteralsTell) {
  const TextPattern pattern("no key alpha in the table", {"no key ", " in the table", "no key", "no value ", "2"});
  EXPECT_TRUE(pattern.agrees("no key beta gamma in the table"));
  EXPECT_TRUE(pattern.agrees("no key in the table"));
  EXPECT_FALSE(pattern.agrees("no value alpha in the table"));
  EXPECT_FALSE(pattern.agrees("no key alpha"));
}

TEST(Texts, ALiteralOfOneWordMayBeAValue) {
  const std::vector<std::string> literals{"no key ", "alpha", "beta", "overflow", "underflow"};
  EXPECT_TRUE(TextPattern("no key gamma", literals).agrees("no key alpha"));
  EXPECT_TRUE(TextPattern("no key alpha", literals).agrees("no key gamma"));
  EXPECT_FALSE(TextPattern("no key alpha", literals).agrees("no key beta"));
  EXPECT_FALSE(TextPattern("overflow", literals).agrees("underflow"));
}

TEST(Texts, OfALibraryAllWordsCount) {
  const std::vector<std::string> literals{"something else"};
  const TextPattern pattern("vector::_M_range_check: __n (which is 5) >= this->size() (which is 3)", literals);
  EXPECT_TRUE(pattern.agrees("vector::_M_range_check: __n (which is 0) >= this->size() (which is 0)"));
  EXPECT_FALSE(pattern.agrees("basic_string::substr: __pos (which is 5) > this->size() (which is 3)"));
}

TEST(Texts, WhatTheSearchCutsOffIsNotCompared) {
  const std::string start = "in " + std::string(300, 'x');
  EXPECT_TRUE(TextPattern(start + " a").agrees(start.substr(0, 239)));
}

}  // namespace
}  // namespace reenact
