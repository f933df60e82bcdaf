#include "build/symbols.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <algorithm>

#include "base/files.h"
#include "base/process.h"

namespace reenact {
namespace {

namespace fs = std::filesystem;

TEST(Symbols, OfObjectsAndLibraries) {
  std::string name = (fs::temp_directory_path() / "reenact_symbols_XXXXXX").string();
  const fs::path folder = mkdtemp(name.data());
  const fs::path a = folder / "a b.c", b = folder / "b.c", library = folder / "lib.so";
  ASSERT_TRUE(write_file(a,
                         "int beyond(void); int weak(void) __attribute__((weak)); static int own(void) { return 1; }\n"
                         "int f(void) { return beyond() + weak() + own(); }\n"));
  ASSERT_TRUE(write_file(b, "int beyond(void) { return 2; }\nint shared __attribute__((common));\n"));
  std::vector<fs::path> objects;
  for (const fs::path& source : {a, b}) {
    objects.push_back(source.string() + ".o");
    ASSERT_EQ(run_process({"clang-19", "-fPIC", "-c", source.string(), "-o", objects.back().string()})->exit_status, 0);
  }
  const auto symbols = symbols_of(objects);
  ASSERT_TRUE(symbols) << symbols.error().message;
  EXPECT_EQ((*symbols)[0].defined, std::vector<std::string>{"f"});
  EXPECT_EQ((*symbols)[0].undefined, std::vector<std::string>{"beyond"});
  EXPECT_EQ((*symbols)[1].defined, (std::vector<std::string>{"beyond", "shared"}));
  EXPECT_EQ(symbols_of({objects[1]})->front().defined, (*symbols)[1].defined);
  EXPECT_FALSE(symbols_of({b}));

  ASSERT_EQ(run_process({"clang-19", "-shared", objects[0].string(), "-o", library.string()})->exit_status, 0);
  const auto exported = exported_by(library);
  ASSERT_TRUE(exported);
  EXPECT_NE(std::ranges::find(*exported, "f"), exported->end());
  EXPECT_EQ(std::ranges::find(*exported, "beyond"), exported->end());
  fs::remove_all(folder);
}

}  // namespace
}  // namespace reenact
