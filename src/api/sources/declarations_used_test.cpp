#include "api/sources/declarations_used.h"

#include <gtest/gtest.h>

#include "base/files.h"
#include "base/scratch_folder.h"

namespace reenact {
namespace {

namespace fs = std::filesystem;

class DeclarationsUsedTest : public testing::Test {
 protected:
  DeclarationsUsedTest() {
    auto scratch = ScratchFolder::make(fs::temp_directory_path());
    EXPECT_TRUE(scratch);
    folder_.emplace(std::move(*scratch));
  }
  void header(const std::string& name, const std::string& text) { EXPECT_TRUE(write_file(path(name), text)); }
  [[nodiscard]] fs::path path(const std::string& name) const { return fs::canonical(folder_->path()) / name; }
  [[nodiscard]] DeclarationsUsed used_by(const std::string& code) const {
    auto used = declarations_used(code, {"-std=c++17", "-I" + folder_->path().string()});
    EXPECT_TRUE(used);
    return used.value_or(DeclarationsUsed());
  }

  std::optional<ScratchFolder> folder_;
};

TEST_F(DeclarationsUsedTest, OfFunctionsTypesAndMacros) {
  header("point.h",
         "#pragma once\nstruct Point { int x; Point twice() const { return {2 * x}; } };\n#define ORIGIN 0\n");
  header("move.h", "#pragma once\n#include \"point.h\"\nvoid move(Point* what, int to);\n");
  header("other.h", "void other();\n");
  const DeclarationsUsed used = used_by(
      "#include \"move.h\"\n#include \"other.h\"\n#include \"point.h\"\nvoid code() { Point p{1}; move(&p, 2); }\n");
  EXPECT_EQ(used.declared_in, (std::set<std::set<fs::path>>{{path("point.h")}, {path("move.h")}}));
  EXPECT_EQ(used.includes.at({}), (std::set<fs::path>{path("move.h"), path("other.h"), path("point.h")}));
  EXPECT_EQ(used.includes.at(path("move.h")), std::set<fs::path>{path("point.h")});
  EXPECT_EQ(used_by("#include \"point.h\"\nint code() { return ORIGIN; }\n").declared_in,
            std::set<std::set<fs::path>>{{path("point.h")}});
}

TEST_F(DeclarationsUsedTest, WhatAHeaderInAnExternCBlockUsesIsNotTheCodes) {
  header("size.h", "#pragma once\ntypedef int size;\n");
  header("c.h", "#include \"size.h\"\nvoid resize(size n);\n");
  const DeclarationsUsed used = used_by("extern \"C\" {\n#include \"c.h\"\n}\nvoid code() { resize(1); }\n");
  EXPECT_EQ(used.declared_in, (std::set<std::set<fs::path>>{{path("c.h")}}));
}

TEST_F(DeclarationsUsedTest, WhatIsDeclaredTwiceHasTwoPlaces) {
  header("a.h", "void both();\nclass Later;\n");
  header("b.h", "void both();\nclass Later {};\n");
  const DeclarationsUsed used = used_by("#include \"a.h\"\n#include \"b.h\"\nvoid code() { both(); Later l; }\n");
  EXPECT_EQ(used.declared_in, (std::set<std::set<fs::path>>{{path("a.h"), path("b.h")}, {path("b.h")}}));
}

TEST_F(DeclarationsUsedTest, AlsoByDeducedTypesMembersAndTemplates) {
  header("body.h", "#pragma once\nstruct Body { void push() {} };\n");
  header("list.h", "#pragma once\ntemplate <typename T> struct List { T* front() { return nullptr; } };\n");
  header("world.h", "#pragma once\nstruct Body;\nstruct World { Body* make(); };\n");
  const DeclarationsUsed used = used_by(
      "#include \"world.h\"\n#include \"body.h\"\n#include \"list.h\"\n"
      "void code() { World w; auto* b = w.make(); b->push(); List<int> l; l.front(); }\n");
  EXPECT_EQ(used.declared_in, (std::set<std::set<fs::path>>{{path("body.h")}, {path("list.h")}, {path("world.h")}}));
}

TEST_F(DeclarationsUsedTest, OfCodeThatDoesNotCompileWhatIsUnderstood) {
  header("a.h", "void a();\n");
  EXPECT_EQ(used_by("#include \"a.h\"\nvoid code() { a(); unheard_of(); }\n").declared_in,
            std::set<std::set<fs::path>>{{path("a.h")}});
}

}  // namespace
}  // namespace reenact
