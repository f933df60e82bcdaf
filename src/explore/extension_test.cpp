#include "explore/extension.h"

#include <gtest/gtest.h>

namespace reenact {
namespace {

constexpr const char* kGiven =
    "#include <gtest/gtest.h>\n#include \"shop.h\"\n// Mine.\nTEST(Shop, Case3) {}\nTEST(Other, Case9) {}";

TEST(Extension, KeepsWhatIsThereAndIncludesNothingTwice) {
  const std::string includes = "#include <gtest/gtest.h>\n\n#include <string>\n#include \"shop.h\"\n\n";
  const PrintedSuite added{includes + "TEST(Shop, Case4) {\n}\n", {6}, includes.size()};
  EXPECT_EQ(extended_suite(kGiven, added), std::string(kGiven) + "\n\n#include <string>\n\nTEST(Shop, Case4) {\n}\n");
}

TEST(Extension, DeclarationsGetANamespaceOfTheirOwn) {
  const std::string includes = "#include <gtest/gtest.h>\n\n";
  const PrintedSuite added{includes + "struct Stub {};\n\nTEST(Shop, Case4) {}\n", {5}, includes.size()};
  const std::string once = extended_suite("struct Stub {};\n#include <gtest/gtest.h>\n", added);
  EXPECT_TRUE(
      once.ends_with("\nnamespace added {\n\nstruct Stub {};\n\nTEST(Shop, Case4) {}\n\n}  // namespace added\n"))
      << once;
  EXPECT_TRUE(extended_suite(once, added).contains("namespace added2 {"));
}

TEST(Extension, CountsOnBehindTheLastTestOfTheSameSuite) {
  EXPECT_EQ(last_case(kGiven, "Shop"), 3);
  EXPECT_EQ(last_case(kGiven, "Other"), 9);
  EXPECT_EQ(last_case(kGiven, "None"), 0);
}

TEST(Extension, PlacesAreEnteredRegionsAndTakenSides) {
  const CoveredPlaces places = covered_places(R"({"data":[{"files":[{"filename":"a.c",
    "segments":[[1,5,2,true,true,false],[2,9,0,true,true,false],[3,1,2,true,false,false],[4,1,2,true,true,true]],
    "branches":[[2,7,2,12,0,2,0,0,4]]}]}]})");
  EXPECT_EQ(places, (CoveredPlaces{"a.c:1:5", "a.c:2:7:2:12:false"}));
  EXPECT_TRUE(covered_places("no JSON").empty());
}

}  // namespace
}  // namespace reenact
