#include "build/clean_units.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/files.h"

namespace reenact {
namespace {

namespace fs = std::filesystem;

class CleanUnitsTest : public testing::Test {
 protected:
  CleanUnitsTest() {
    std::string name = (fs::temp_directory_path() / "reenact_clean_units_XXXXXX").string();
    folder_ = mkdtemp(name.data());
    setenv("REENACT_LIBDIR", REENACT_BINARY_DIR "/lib/reenact", 1);
    options_.build_dir = folder_ / "project";
    options_.cache_dir = folder_ / "cache";
    fs::create_directories(options_.build_dir);
  }
  ~CleanUnitsTest() override { fs::remove_all(folder_); }

  void unit(const std::string& name, const std::string& code, const std::vector<std::string>& flags = {}) {
    EXPECT_TRUE(write_file(options_.build_dir / name, code));
    std::vector<std::string> arguments{"cc", "-c", name};
    arguments.insert(arguments.begin() + 1, flags.begin(), flags.end());
    database_.push_back({{"directory", options_.build_dir.string()}, {"file", name}, {"arguments", arguments}});
    EXPECT_TRUE(write_file(options_.build_dir / "compile_commands.json", database_.dump()));
  }

  CleanUnits opened() {
    auto units = CleanUnits::open(options_);
    EXPECT_TRUE(units.has_value()) << units.error().message;
    return std::move(*units);
  }

  static std::size_t count(const Expected<std::vector<fs::path>>& objects) {
    EXPECT_TRUE(objects.has_value()) << objects.error().message;
    return objects ? objects->size() : 0;
  }

  fs::path folder_;
  SubjectOptions options_;
  nlohmann::json database_ = nlohmann::json::array();
};

TEST(TakenFor, FollowsWhatEachObjectLacks) {
  const std::vector<Symbols> objects = {{.defined = {"a"}, .weak = {}, .undefined = {"b", "printf"}},
                                        {.defined = {"b"}, .weak = {}, .undefined = {}},
                                        {.defined = {"c"}, .weak = {}, .undefined = {"a"}},
                                        {.defined = {"b", "d"}, .weak = {}, .undefined = {"c"}}};
  EXPECT_EQ(taken_for(objects, {"printf"}), std::set<std::size_t>{});
  // Of two that define b both, and what these lack.
  EXPECT_EQ(taken_for(objects, {"a"}), (std::set<std::size_t>{0, 1, 2, 3}));
  EXPECT_EQ(taken_for({objects[0], objects[1], objects[2]}, {"a"}), (std::set<std::size_t>{0, 1}));
}

TEST(TakenFor, OfManyWhoHaveAnInlineFunctionTheFirst) {
  const std::vector<Symbols> objects = {{.defined = {"a"}, .weak = {}, .undefined = {"b"}},
                                        {.defined = {}, .weak = {"b", "c"}, .undefined = {}},
                                        {.defined = {}, .weak = {"b", "c"}, .undefined = {}},
                                        {.defined = {"c"}, .weak = {}, .undefined = {}}};
  EXPECT_EQ(taken_for(objects, {"a"}), (std::set<std::size_t>{0, 1}));
  EXPECT_EQ(taken_for(objects, {"c"}), std::set<std::size_t>{3});
}

TEST_F(CleanUnitsTest, CompilesWhatALinkTakes) {
  unit("a.c", "int b(void); int a(void) { return b(); }\n");
  unit("b.c", "int b(void) { return 1; }\n");
  unit("c.c", "int a(void); int c(void) { return a(); }\n");
  CleanUnits units = opened();
  EXPECT_EQ(units.description().sources.size(), 3u);
  EXPECT_EQ(count(units.objects_for({"b"}, 1)), 1u);
  EXPECT_EQ(count(units.objects_for({"a"}, 1)), 2u);
  EXPECT_EQ(count(units.all_objects(1)), 3u);
  EXPECT_EQ(count(units.with({.address = true}).objects_for({"a"}, 1)), 2u);
}

TEST_F(CleanUnitsTest, WhoCallsAnInlineFunctionHasItItself) {
  const std::string header = "inline int shared(int x) { while (x > 9) x /= 2; return x; }\n";
  for (const std::string name : {"a", "b", "c"})
    unit(name + ".cpp", header + "int " + name + "(int x) { return shared(x); }\n");
  CleanUnits units = opened();
  EXPECT_EQ(count(units.objects_for_calls({"_Z6sharedi"}, 1)), 0u);
  EXPECT_EQ(count(units.objects_for_calls({"_Z6sharedi", "_Z1bi"}, 1)), 1u);
  EXPECT_EQ(count(units.objects_for({"_Z6sharedi"}, 1)), 1u);  // b.cpp has it: not optimised, it was not inlined there
}

TEST_F(CleanUnitsTest, BorrowedObjectsAreNotCompiledAndComeLast) {
  unit("a.c", "int b(void); int a(void) { return b(); }\n");
  unit("b.c", "int c(void); int b(void) { return c(); }\n");
  unit("c.c", "int c(void) { return 1; }\n");
  CleanUnits plain = opened();
  const auto theirs = plain.objects_for({"b"}, 1);
  ASSERT_EQ(count(theirs), 2u);
  CleanUnits sanitized = plain.with({.address = true});
  sanitized.borrow(plain, [](const fs::path& source, const std::vector<std::string>& defined) {
    return source.filename() != "c.c" && std::ranges::find(defined, "a") == defined.end();
  });
  const auto objects = sanitized.objects_for({"b"}, 1);
  ASSERT_EQ(count(objects), 2u);
  EXPECT_NE((*objects)[0], (*theirs)[1]);  // c.c, with sanitizers
  EXPECT_EQ((*objects)[1], (*theirs)[0]);  // b.c
  // Of a.c there is nothing to be borrowed.
  EXPECT_EQ(count(sanitized.objects_for({"a"}, 1)), 3u);
}

TEST_F(CleanUnitsTest, WhatOnlyTheProjectsCompilerTakesMayDefineAnything) {
  unit("a.c", "int b(void); int a(void) { return b(); }\n");
  unit("b.c", "#ifdef __clang__\n#error another compiler\n#endif\nint b(void) { return 1; }\n");
  unit("c.c", "int c(void) { return 1; }\n");
  CleanUnits units = opened();
  EXPECT_EQ(count(units.objects_for({"a"}, 1)), 2u);
}

TEST_F(CleanUnitsTest, WhatNoCompilerTakesIsInNobodysWay) {
  unit("a.c", "int a(void) { return 1; }\n");
  unit("bad.c", "#error an old library of tests\n");
  CleanUnits units = opened();
  EXPECT_EQ(count(units.objects_for({}, 1)), 0u);
  EXPECT_EQ(count(units.objects_for({"a"}, 1)), 1u);
}

TEST_F(CleanUnitsTest, AProgramIsNoPartOfIt) {
  unit("a.c", "int a(void) { return 1; }\n");
  unit("main.c", "int a(void); int main(void) { return a(); }\n");
  CleanUnits units = opened();
  EXPECT_EQ(count(units.all_objects(1)), 1u);
}

TEST_F(CleanUnitsTest, TestsOfHeadersHaveTheMacrosOfTheProgramThatIncludesThem) {
  EXPECT_TRUE(write_file(options_.build_dir / "ring.h", "static inline int size(void) { return RING_SIZE; }\n"));
  unit("main.c", "#include \"ring.h\"\nint main(void) { return size(); }\n", {"-DRING_SIZE=3"});
  const TestBuild build = opened().description();
  EXPECT_TRUE(build.sources.empty());
  EXPECT_NE(std::ranges::find(build.compile_flags, "-DRING_SIZE=3"), build.compile_flags.end());
}

TEST_F(CleanUnitsTest, AheadItGoesOnUntilThereIsHurry) {
  unit("a.c", "int a(void) { return 1; }\n");
  unit("b.c", "int b(void) { return 1; }\n");
  CleanUnits units = opened();
  std::atomic<bool> hurry = true;
  units.build_ahead({}, hurry);
  EXPECT_EQ(count(units.objects_for({}, 1)), 0u);
  hurry = false;
  units.build_ahead({"b"}, hurry);
  EXPECT_EQ(count(units.objects_for({}, 1)), 1u);
  units.build_ahead({}, hurry);
  EXPECT_EQ(count(units.objects_for({}, 1)), 2u);
}

}  // namespace
}  // namespace reenact
