#include "study/beacon_study.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

namespace reenact::study {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class BeaconCasesTest : public testing::Test {
 protected:
  BeaconCasesTest() { std::filesystem::create_directories(folder_); }
  ~BeaconCasesTest() override { std::filesystem::remove_all(folder_); }
  Expected<std::vector<BeaconCase>> read(const std::string& text) {
    std::ofstream(file_) << text;
    return read_beacon_cases(file_);
  }
  std::string error_of(const std::string& text) {
    const auto cases = read(text);
    return cases ? "" : cases.error().message;
  }
  std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() / ("reenact-beacon-cases-" + std::to_string(::getpid()));
  std::filesystem::path file_ = folder_ / "cases.toml";
};

TEST_F(BeaconCasesTest, AllOfACase) {
  const auto cases = read(
      "[[case]]\nname = \"A\"\nproject = \"projects/a\"\nexception = \"AttributeError\"\nmessage = \"extend\"\n"
      "function = \"list_reduction\"\nlibrary = [\"core\"]\nfiles = [\"a.h\", \"b.h\"]\n"
      "published = { milliseconds = 105.31, generations = 4.09, lines = 2, accuracy = 93.75 }\n"
      "[[case]]\nname = \"B\"\nproject = \"/b\"\nmessage = \"size\"\n");
  ASSERT_TRUE(cases.has_value()) << cases.error().message;
  ASSERT_EQ(cases->size(), 2u);
  const BeaconCase& a = cases->front();
  EXPECT_EQ(a.name, "A");
  EXPECT_EQ(a.project, folder_ / "projects/a");
  EXPECT_EQ(to_string(a.description), "AttributeError with \"extend\" in list_reduction");
  EXPECT_THAT(a.part.libraries, ElementsAre("core"));
  EXPECT_THAT(a.part.files, ElementsAre("a.h", "b.h"));
  EXPECT_DOUBLE_EQ(a.published->milliseconds, 105.31);
  EXPECT_DOUBLE_EQ(a.published->lines, 2);
  EXPECT_EQ(cases->back().project, "/b");
  EXPECT_FALSE(cases->back().published.has_value());
}

TEST_F(BeaconCasesTest, ErrorsNameTheirPlace) {
  const std::string file = file_.string();
  EXPECT_EQ(read_beacon_cases(folder_ / "none.toml").error().message,
            (folder_ / "none.toml").string() + ": cannot be read");
  EXPECT_EQ(error_of("x = 1\n"), file + ":1:1: unknown key 'x': a file of cases has case");
  EXPECT_THAT(error_of("[[case\n"), HasSubstr(file + ":1:"));
  EXPECT_THAT(error_of(""), HasSubstr("no [[case]]"));
  EXPECT_EQ(error_of("[[case]]\nname = \"A\"\nproject = 3\n"), file + ":3:11: project: a text is expected");
  EXPECT_EQ(error_of("[[case]]\nname = \"A\"\nproject = \"a\"\ngenes = 8\n"),
            file +
                ":4:1: unknown key 'genes': a case has name, project, exception, message, function, library, files, "
                "published");
  EXPECT_EQ(error_of("[[case]]\nname = \"A\"\nproject = \"a\"\nmessage = \"m\"\nfiles = \"f\"\n"),
            file + ":5:9: files: a list of texts is expected");
  EXPECT_THAT(error_of("[[case]]\nname = \"A\"\n"), HasSubstr("a case needs a name and a project"));
  EXPECT_THAT(error_of("[[case]]\nname = \"A\"\nproject = \"a\"\n"), HasSubstr("nothing is described"));
}

TEST(BeaconTable, MeasuredBesidePublished) {
  EXPECT_EQ(
      beacon_table({{"A", {12.345, 1.5, 2, 100}, BeaconMeasures{105.31, 4.09, 2.06, 93.75}},
                    {"D", {1, 2, 3, 50}, std::nullopt}}),
      "               time (ms)   published generations   published       lines   published   found (%)   published\n"
      "A                  12.35      105.31        1.50        4.09        2.00        2.06      100.00       93.75\n"
      "D                   1.00           -        2.00           -        3.00           -       50.00           -\n");
}

TEST(HeatMap, ACellPerPairDarkerForMore) {
  const std::string text = svg(HeatMap{"Title", {1, 128}, {2, 20}, {{0, 50}, {75, 100}}, 0, 100});
  EXPECT_THAT(text, HasSubstr(">Title</text>"));
  EXPECT_THAT(text, HasSubstr("fill=\"#f7fbff\""));  // 0
  EXPECT_THAT(text, HasSubstr("fill=\"#08306b\""));  // 100
  EXPECT_THAT(text, HasSubstr(">75</text>"));
  EXPECT_THAT(text, HasSubstr(">128</text>"));
  std::size_t cells = 0;
  for (std::size_t at = text.find("<rect x="); at != std::string::npos; at = text.find("<rect x=", at + 1)) ++cells;
  EXPECT_EQ(cells, 4u);
}

TEST(HeatMap, EqualValuesHaveARangeToo) {
  EXPECT_THAT(svg(HeatMap{"", {1}, {2}, {{3}}, 3, 3}), HasSubstr("fill=\"#f7fbff\""));
}

}  // namespace
}  // namespace reenact::study
