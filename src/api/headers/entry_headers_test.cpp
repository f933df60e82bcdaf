// Projects of a few headers, and which of them a trace adds.
#include "api/headers/entry_headers.h"

#include <gmock/gmock.h>
#include <stdlib.h>

#include "api/headers/public_headers.h"
#include "base/files.h"

namespace reenact {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::IsEmpty;

class EntryHeaders : public testing::Test {
 protected:
  EntryHeaders() {
    std::string name = (fs::temp_directory_path() / "reenact_entry_XXXXXX").string();
    folder_ = mkdtemp(name.data());
  }
  ~EntryHeaders() override { fs::remove_all(folder_); }

  fs::path header(const std::string& name, const std::string& text) {
    const fs::path path = folder_ / name;
    EXPECT_TRUE(make_folder(path.parent_path()));
    EXPECT_TRUE(write_file(path, text));
    unit_.headers.push_back(path);
    return path;
  }

  /// Of a project whose only unit is `source`.
  std::vector<fs::path> of(const std::string& source, const std::vector<std::string>& functions) {
    source_is(source);
    return headers_of_entry({unit_}, functions);
  }

  void source_is(const std::string& source) {
    unit_.command.file = folder_ / source;
    unit_.command.arguments = {"c++"};
    EXPECT_TRUE(make_folder(unit_.command.file.parent_path()));
    EXPECT_TRUE(write_file(unit_.command.file, "int unit;\n"));
  }

  fs::path folder_;
  BuiltUnit unit_;
};

TEST_F(EntryHeaders, WhatTheProgramCalledIsDeclaredBesideTheSources) {
  header("include/parser.h", "class Parser { public: void fail(int line); };");
  const fs::path convert = header("src/convert.h", "namespace tool { int convert(const char* text); }");
  header("src/others.h", "inline int twice() { return convert(\"\"); }\nint other(int n);");
  EXPECT_THAT(of("src/convert.cpp", {"Parser::fail(int)", "tool::convert(char const*)", "main"}), ElementsAre(convert));
  // The trace may be cut off there.
  EXPECT_THAT(of("src/convert.cpp", {"Parser::fail(int)", "tool::convert(char const*)"}), IsEmpty());
}

TEST_F(EntryHeaders, APublicHeaderNeedsNone) {
  header("include/parser.h", "class Parser {\n public:\n  Parser();\n  ~Parser();\n  void fail(int line);\n};");
  header("src/scan.h", "int scan(const char* text);");
  EXPECT_THAT(of("src/scan.cpp", {"scan", "Parser::fail", "main"}), IsEmpty());
  EXPECT_THAT(of("src/scan.cpp", {"scan", "Parser::~Parser()", "main"}), IsEmpty());
  EXPECT_THAT(of("src/scan.cpp", {"not_declared", "main"}), IsEmpty());
}

TEST_F(EntryHeaders, AHeaderOfTheReportMayBeIncludedByNoUnit) {
  header("include/core.h", "int core();");
  const fs::path printing = header("include/fmt/printing.h", "int print();");
  header("include/one/twice.h", "int twice();");
  header("include/other/twice.h", "int twice();");
  unit_.headers.resize(1);
  source_is("src/core.cpp");
  unit_.command.arguments = {"c++", "-I" + (folder_ / "include").string()};
  EXPECT_THAT(reported_headers({unit_}, {"core.h", "printing.h", "twice.h", "core.cpp", "missing.h"}, {}),
              ElementsAre(printing));
  EXPECT_THAT(reported_headers({unit_}, {}, {"core", "int print<char>()", "app::run", "main"}), ElementsAre(printing));
  EXPECT_THAT(reported_headers({unit_}, {"core.h"}, {"core", "main"}), IsEmpty());
}

TEST_F(EntryHeaders, TheIncludeFolderOfAnotherLibrarySaysNothingOfTheProjects) {
  const fs::path theirs = header("third/json/include/json.h", "int parse();");
  const fs::path own = header("app/store.h", "int load();");
  source_is("app/store.cpp");
  EXPECT_THAT(public_headers({unit_}), ElementsAre(own, theirs));
}

/// A source that does nothing but include says which headers are meant, guards or not.
TEST_F(EntryHeaders, WhatASourceIncludesAloneNeedsNoGuard) {
  const fs::path guarded = header(
      "cells.h", "#ifdef __cplusplus\nextern \"C\" {\n#endif\nint cells(void);\n#ifdef __cplusplus\n}\n#endif\n");
  const fs::path bare = header("clip.h", "int clip(void);\n");
  source_is("use.c");
  unit_.command.is_c = true;
  EXPECT_TRUE(
      write_file(unit_.command.file, "#define CELLS_IMPLEMENTATION\n#include \"cells.h\"\n#include \"clip.h\"\n"));
  EXPECT_THAT(public_headers({unit_}), ElementsAre(guarded, bare));
  EXPECT_TRUE(write_file(unit_.command.file, "#include \"cells.h\"\n#include \"clip.h\"\nint used;\n"));
  EXPECT_THAT(public_headers({unit_}), ElementsAre(guarded));
}

TEST_F(EntryHeaders, BesideTheSourcesOfAProjectWithAnIncludeFolderIsPrivate) {
  const fs::path own = header("include/store.h", "int load();");
  header("src/cells.h", "int cells();");
  source_is("src/store.cpp");
  EXPECT_THAT(public_headers({unit_}), ElementsAre(own));
}

TEST_F(EntryHeaders, WhatACopyOfATestFrameworkInstallsIsNotTheProjects) {
  const fs::path own = header("include/store.h", "int load();");
  header("test/gtest/include/gtest/gtest.h", "int run();");
  EXPECT_TRUE(write_file(folder_ / "CMakeLists.txt", "install(FILES include/store.h DESTINATION include)\n"));
  EXPECT_TRUE(write_file(folder_ / "test/gtest/CMakeLists.txt", "install(DIRECTORY include/ DESTINATION include)\n"));
  source_is("src/store.cpp");
  EXPECT_THAT(public_headers({unit_}), ElementsAre(own));
}

}  // namespace
}  // namespace reenact
