#include "api/headers/cxx_guards.h"

#include <gtest/gtest.h>

#include "base/files.h"
#include "base/scratch_folder.h"

namespace reenact {
namespace {

TEST(CxxGuards, AMacroOfAnotherHeaderIsOne) {
  const auto folder = ScratchFolder::make(std::filesystem::temp_directory_path());
  ASSERT_TRUE(folder);
  const auto header = [&](const char* name, const char* text) {
    const std::filesystem::path path = folder->path() / name;
    EXPECT_TRUE(write_file(path, text));
    return path;
  };
  const auto platform = header("platform.h",
                               "#ifdef __cplusplus\n#define PACK_BEGIN extern \"C\" {\n#define PACK_END }\n"
                               "#else\n#define PACK_BEGIN\n#define PACK_END\n#endif\n");
  const auto writer =
      header("writer.h", "#include \"platform.h\"\nPACK_BEGIN\nvoid pack_write(int number);\nPACK_END\n");
  const auto bare = header("list.h", "#define PACK_BEGINNING 1\nvoid list_add(int number);\n");
  BuiltUnit unit;
  unit.headers = {platform, writer, bare};
  const CxxGuards guards({unit});
  EXPECT_TRUE(guards.has(platform));
  EXPECT_TRUE(guards.has(writer));
  EXPECT_FALSE(guards.has(bare));
}

}  // namespace
}  // namespace reenact
