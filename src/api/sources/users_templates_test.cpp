#include "api/sources/users_templates.h"

#include <gmock/gmock.h>

#include "base/files.h"
#include "base/scratch_folder.h"

namespace reenact::api {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::IsEmpty;

TEST(UsersTemplates, AreNoComparisonsCastsOrTexts) {
  EXPECT_THAT(templates_written_in("nod::signal<void(int)> a;\nQueue<int, Policies<4> > b;"),
              ElementsAre("nod::signal<void(int)>", "Queue<int, Policies<4> >", "Policies<4>"));
  EXPECT_THAT(templates_written_in("Pair<\n  int,\n  char> p;"), ElementsAre("Pair< int, char>"));
  EXPECT_THAT(templates_written_in("if (a<b && c>d) static_cast<int>(x); std::vector<int> v; // Old<int>\n"
                                   "\"List<int>\"; #include <list>\ntemplate<class T> int f();"),
              IsEmpty());
}

TEST(UsersTemplates, AreOfTheLibraryAndTheMostWrittenFirst) {
  const auto folder = ScratchFolder::make(fs::temp_directory_path());
  ASSERT_TRUE(folder);
  const fs::path header = folder->path() / "tree.h", test = folder->path() / "test.cpp";
  ASSERT_TRUE(write_file(header, "namespace wood { template <class T> class tree: public base {}; }"));
  ASSERT_TRUE(write_file(test, "using namespace wood;\nOther<int> o; tree<char> a; tree<int> b; tree<int> c;"));
  EXPECT_THAT(users_templates({test}, {header}),
              ElementsAre(UsersTemplate{"tree<int>", {"wood"}}, UsersTemplate{"tree<char>", {"wood"}}));
  EXPECT_EQ(declarations_of({{"tree<int>", {"wood"}}}),
            "namespace reenact_users_0 {\nusing namespace wood;\nusing reenact_users_class = tree<int>;\n}\n");
}

}  // namespace
}  // namespace reenact::api
