#include "api/headers/install_rules.h"

#include <gmock/gmock.h>

#include <fstream>

namespace reenact {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

TEST(InstallRules, CMakeFilesAndFolders) {
  const InstallRules rules = read_install_rules(R"(
    # install(FILES not_this.h)
    install(FILES lib/expat.h "${CMAKE_CURRENT_SOURCE_DIR}/lib/expat_external.h" DESTINATION include)
    install(TARGETS expat PUBLIC_HEADER DESTINATION other.h)
    install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/ DESTINATION include FILES_MATCHING PATTERN "*.h")
  )");
  EXPECT_THAT(rules.headers, UnorderedElementsAre("lib/expat.h", "lib/expat_external.h"));
  EXPECT_THAT(rules.folders, UnorderedElementsAre("include"));
}

TEST(InstallRules, CMakeListsInVariables) {
  const InstallRules rules = read_install_rules(R"(
    set(PUBLIC_HEADERS a.h
        sub/b.h)
    list(APPEND PUBLIC_HEADERS ${EXTRA} c.hpp)
    set(EXTRA ${EXTRA} d.h)
    INSTALL (FILES ${PUBLIC_HEADERS} DESTINATION include))");
  EXPECT_THAT(rules.headers, UnorderedElementsAre("a.h", "sub/b.h", "c.hpp", "d.h"));
}

TEST(InstallRules, RecipesOfPlainMake) {
  const InstallRules rules = read_install_rules(
      "TO_INC= lua.h luaconf.h \\\n\tlualib.h\n"
      "OURS = lobject.h\n"
      "install: dummy\n"
      "\tcd src && $(INSTALL_DATA) $(TO_INC) $(INSTALL_INC)\n"
      "\tcp zlib.h $(DESTDIR)$(includedir)\n"
      "\tcp private.h $(BACKUP)\n");
  EXPECT_THAT(rules.headers, UnorderedElementsAre("lua.h", "luaconf.h", "lualib.h", "zlib.h"));
}

TEST(InstallRules, CMakePublicHeaders) {
  const InstallRules rules =
      read_install_rules("set_target_properties(md4c PROPERTIES VERSION 1 PUBLIC_HEADER md4c.h)");
  EXPECT_THAT(rules.headers, UnorderedElementsAre("md4c.h"));
}

TEST(InstallRules, AutomakeAndMeson) {
  const InstallRules automake = read_install_rules(
      "pkginclude_HEADERS = a.h \\\n  b.h\nnobase_include_HEADERS += sub/c.h\nnoinst_include_HEADERS = secret.h\n");
  EXPECT_THAT(automake.headers, UnorderedElementsAre("a.h", "b.h", "sub/c.h"));
  EXPECT_THAT(read_install_rules("install_headers('x.h', subdir: 'y')").headers, UnorderedElementsAre("x.h"));
}

TEST(InstallRules, MesonListsInVariables) {
  const InstallRules rules = read_install_rules(
      "api = files(\n  'a.h',\n  'sub/b.h',\n)\napi += ['c.h']\nours = ['d.h']\ninstall_headers(api, subdir: 'x')\n");
  EXPECT_THAT(rules.headers, UnorderedElementsAre("a.h", "sub/b.h", "c.h"));
}

TEST(InstallRules, AVariableThatHoldsItselfEnds) {
  EXPECT_THAT(read_install_rules("set(A ${A})\ninstall(FILES ${A} DESTINATION x)").headers, IsEmpty());
}

TEST(InstalledHeaders, OfTheFoldersAboveAHeader) {
  const fs::path top = fs::path(testing::TempDir()) / "install_rules";
  fs::remove_all(top);
  fs::create_directories(top / "lib");
  std::ofstream(top / "CMakeLists.txt") << "install(FILES lib/a.h DESTINATION include)";
  EXPECT_THAT(installed_headers({top / "lib" / "a.h", top / "lib" / "internal.h"}, top),
              ElementsAre(top / "lib" / "a.h"));
  EXPECT_THAT(installed_headers({top / "lib" / "a.h"}, top / "lib"), IsEmpty());
}

}  // namespace
}  // namespace reenact
