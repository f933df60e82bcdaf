#include "testcase/printf_format.h"

#include <gmock/gmock.h>

namespace reenact {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(PrintfFormat, SaysWhatItTakes) {
  EXPECT_THAT(formatted_by("100%% of it"), IsEmpty());
  EXPECT_THAT(formatted_by("%d of %-8s"), ElementsAre(Formatted::kInteger, Formatted::kText));
  EXPECT_THAT(formatted_by("%*.*hd"), ElementsAre(Formatted::kInteger, Formatted::kInteger, Formatted::kInteger));
  EXPECT_THAT(formatted_by("%ld %f %n"), ElementsAre(Formatted::kOther, Formatted::kOther, Formatted::kOther));
  EXPECT_THAT(formatted_by("100%"), ElementsAre(Formatted::kOther));
  EXPECT_THAT(formatted_by(std::string_view("a\0%s", 4)), IsEmpty());
}

TEST(PrintfFormat, ArgumentsAgreeOrAreTooMany) {
  const Formatted text[] = {Formatted::kText}, numbers[] = {Formatted::kInteger, Formatted::kInteger};
  EXPECT_TRUE(agrees_with_format("%s", text));
  EXPECT_TRUE(agrees_with_format("no more", text));
  EXPECT_FALSE(agrees_with_format("%s", {}));
  EXPECT_FALSE(agrees_with_format("%s", numbers));
  EXPECT_FALSE(agrees_with_format("%d %d %d", numbers));
}

TEST(PrintfFormat, WhatIsTooMuchIsLeftOut) {
  const Formatted number[] = {Formatted::kInteger};
  EXPECT_EQ(mended_format("%d %d 5%", number), "%d d 5");
  EXPECT_EQ(mended_format("%s%%", number), "s%%");
  EXPECT_TRUE(agrees_with_format(mended_format("%%%5%%%d%n%", {}), {}));
}

}  // namespace
}  // namespace reenact
