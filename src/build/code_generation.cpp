#include "build/code_generation.h"

#include <cstdint>
#include <system_error>

#include "contain/compilers.h"

namespace reenact {
namespace {

/// Bitcode of that size takes an optimising code generator a quarter of a second; what one that does not optimise makes is slower
/// by a third, which solving and replaying hide.
constexpr std::uintmax_t kSmall = 60'000;

bool is_small(const std::filesystem::path& bitcode) {
  std::error_code failed;
  const std::uintmax_t size = std::filesystem::file_size(bitcode, failed);
  return !failed && size <= kSmall;
}

}  // namespace

Expected<ProcessResult> generate_code(const std::string& compiler, const std::filesystem::path& bitcode,
                                      const std::filesystem::path& object, const std::filesystem::path& folder,
                                      const SubjectOptions& options) {
  ProcessOptions process;
  process.environment = {"TMPDIR=" + folder.string(), "HOME=" + folder.string()};
  process.interrupted = options.interrupted;
  auto result = run_compiler(options.compilers, folder, {},
                             {compiler, "-w", is_small(bitcode) ? "-O1" : "-O0", "-fPIC", "-Xclang",
                              "-disable-llvm-passes", "-c", bitcode.string(), "-o", object.string()},
                             process);
  std::error_code ignored;
  std::filesystem::remove(bitcode, ignored);
  return result;
}

}  // namespace reenact
