#include "cli/help.h"

#include <gtest/gtest.h>

namespace reenact::cli {
namespace {

TEST(ShownType, NumbersHaveTheirRange) {
  EXPECT_EQ(shown_type("UINT:UINT in [1 - 64]"), "N (1 to 64)");
  EXPECT_EQ(shown_type("INT:INT in [-2 - 3]"), "N (-2 to 3)");
  EXPECT_EQ(shown_type("UINT:>= 1"), "N (1 or more)");
  EXPECT_EQ(shown_type("FLOAT"), "X");
}

TEST(ShownType, ChoicesAreNamed) { EXPECT_EQ(shown_type("TEXT:{address,none}"), "address|none"); }

TEST(ShownType, ANameOfOnesOwnStays) {
  EXPECT_EQ(shown_type("FOLDER"), "FOLDER");
  EXPECT_EQ(shown_type("NAME:"), "NAME");
}

TEST(HelpFormatter, ShowsDefaultsInBracketsAndWhatIsRequired) {
  CLI::App app;
  app.formatter(std::make_shared<HelpFormatter>());
  unsigned jobs = 2;
  std::string folder;
  app.add_option("--jobs", jobs, "Workers")->capture_default_str()->check(CLI::Range(1U, 64U));
  app.add_option("--folder", folder, "Where")->type_name("FOLDER")->required();
  const std::string help = app.help();
  EXPECT_NE(help.find("--jobs N (1 to 64) [2]"), std::string::npos) << help;
  EXPECT_NE(help.find("--folder FOLDER  (required)"), std::string::npos) << help;
}

}  // namespace
}  // namespace reenact::cli
