#include "build/code_generation.h"

namespace reenact {

Expected<ProcessResult> generate_code(const std::string& compiler, const std::filesystem::path& bitcode,
                                      const std::filesystem::path& object, const std::filesystem::path& folder,
                                      const std::atomic<bool>* interrupted) {
  ProcessOptions process;
  process.environment = {"TMPDIR=" + folder.string(), "HOME=" + folder.string()};
  process.interrupted = interrupted;
  auto result = run_contained(tools_confinement(folder, {}),
                              {compiler, "-w", "-O0", "-fPIC", "-Xclang", "-disable-llvm-passes", "-c",
                               bitcode.string(), "-o", object.string()},
                              process);
  std::error_code ignored;
  std::filesystem::remove(bitcode, ignored);
  return result;
}

}  // namespace reenact
