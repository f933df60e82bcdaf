#include "build/toolchain.h"

#include <cstdlib>
#include <vector>

namespace reenact {

Expected<Toolchain> find_toolchain() {
  namespace fs = std::filesystem;
  std::error_code ignored;
  std::vector<fs::path> candidates;
  if (const char* given = std::getenv("REENACT_LIBDIR")) candidates.emplace_back(given);
  fs::path folder = fs::read_symlink("/proc/self/exe", ignored).parent_path();
  for (int i = 0; i < 5 && !folder.empty(); ++i, folder = folder.parent_path())
    candidates.push_back(folder / "lib/reenact");
  for (const fs::path& candidate : candidates) {
    if (!fs::exists(candidate / "libreenact_pass.so", ignored)) continue;
    Toolchain result;
    result.pass = candidate / "libreenact_pass.so";
    result.runtime = candidate / "libreenact_runtime.a";
    result.include = candidate;
    result.concolic_pass = candidate / "libreenact_concolic_pass.so";
    result.concolic_runtime = candidate / "libreenact_concolic_runtime.a";
    result.whole_templates = candidate / "whole_templates.h";
    return result;
  }
  return subject_error(
      "lib/reenact/libreenact_pass.so is not beside the program\n  next step: build with scripts/build, install with "
      "cmake --install, or set REENACT_LIBDIR");
}

}  // namespace reenact
