#include "generate/text_fragments.h"

#include <gtest/gtest.h>

namespace reenact {
namespace {

TEST(TextFragments, FitWhatTheSubjectComparesWith) {
  const auto all = fitting_fragments({}), xml = fitting_fragments("<>/=\"!-[]?&;#");
  EXPECT_LT(xml.size(), all.size());
  Random random(Seed(1u));
  std::string text;
  for (int i = 0; i < 2000; ++i) append_fragment(text, xml, random);
  EXPECT_NE(text.find("<a>"), std::string::npos);
  EXPECT_EQ(text.find_first_of("{\\*%"), std::string::npos);
}

TEST(TextFragments, FewThatFitTellNothing) { EXPECT_EQ(fitting_fragments("~"), fitting_fragments({})); }

TEST(TextFragments, EndTagsCloseTheirStartTags) {
  Random random(Seed(2u));
  for (int i = 0; i < 20'000; ++i) {
    std::string piece;
    append_fragment(piece, fitting_fragments({}), random);
    if (const auto end = piece.find("</"); end != std::string::npos && end > 0) EXPECT_EQ(piece[1], piece[end + 2]);
  }
}

}  // namespace
}  // namespace reenact
