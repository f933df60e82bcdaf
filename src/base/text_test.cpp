#include "base/text.h"

#include <gtest/gtest.h>

namespace reenact {
namespace {

TEST(Text, LowerLeavesOtherBytesAsTheyAre) { EXPECT_EQ(lower("File_NAME\xc3\x84"), "file_name\xc3\x84"); }

TEST(Text, ReplaceAllDoesNotSearchWhatItBroughtIn) {
  std::string text = "a.b.c";
  replace_all(text, ".", "..");
  EXPECT_EQ(text, "a..b..c");
}

TEST(Text, ValidUtf8Stays) {
  const std::string text = "plain \xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80 \xf4\x8f\xbf\xbf";
  EXPECT_EQ(valid_utf8(text), text);
}

TEST(Text, BytesOfNoSequenceAreEscaped) {
  EXPECT_EQ(valid_utf8("a\x80z"), "a\\x80z");                         // a continuation without a start
  EXPECT_EQ(valid_utf8("\xe2\x82"), "\\xe2\\x82");                    // cut off
  EXPECT_EQ(valid_utf8("\xe2(\xa1"), "\\xe2(\\xa1");                  // no continuation
  EXPECT_EQ(valid_utf8("\xc0\xaf"), "\\xc0\\xaf");                    // overlong
  EXPECT_EQ(valid_utf8("\xe0\x80\xaf"), "\\xe0\\x80\\xaf");           // overlong
  EXPECT_EQ(valid_utf8("\xed\xa0\x80"), "\\xed\\xa0\\x80");           // a surrogate
  EXPECT_EQ(valid_utf8("\xf4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80");  // above U+10FFFF
  EXPECT_EQ(valid_utf8("\xff"), "\\xff");
}

TEST(LastComponent, IsWhatFollowsTheLastSlash) {
  EXPECT_EQ(last_component("/a/b.c"), "b.c");
  EXPECT_EQ(last_component("b.c"), "b.c");
  EXPECT_EQ(last_component("a/"), "");
}

TEST(Unqualified, IsWhatFollowsTheLastScope) {
  EXPECT_EQ(unqualified("a::b::c"), "c");
  EXPECT_EQ(unqualified("c"), "c");
}

TEST(Text, FindsWholeWords) {
  EXPECT_EQ(find_word("domain main_loop main(", "main"), 17U);
  EXPECT_EQ(find_word("main main", "main", 1), 5U);
  EXPECT_EQ(find_word("xoperator() operator()(int)", "operator()"), 12U);
  EXPECT_EQ(find_word("domain", "main"), std::string_view::npos);
  EXPECT_EQ(find_word("", "main"), std::string_view::npos);
}

}  // namespace
}  // namespace reenact
