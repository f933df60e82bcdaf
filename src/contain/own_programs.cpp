#include "contain/own_programs.h"

#include <cstdlib>
#include <vector>

namespace reenact {

Expected<std::filesystem::path> own_programs() {
  namespace fs = std::filesystem;
  std::error_code ignored;
  std::vector<fs::path> candidates;
  if (const char* given = std::getenv("REENACT_LIBDIR")) candidates.emplace_back(given);
  fs::path folder = fs::read_symlink("/proc/self/exe", ignored).parent_path();
  for (int i = 0; i < 5 && !folder.empty(); ++i, folder = folder.parent_path())
    candidates.push_back(folder / "lib/reenact");
  for (const fs::path& candidate : candidates)
    if (fs::exists(candidate / "libreenact_pass.so", ignored)) return fs::absolute(candidate);
  return subject_error(
      "lib/reenact/libreenact_pass.so is not beside the program\n  next step: build with scripts/build, install with "
      "cmake --install, or set REENACT_LIBDIR");
}

}  // namespace reenact
