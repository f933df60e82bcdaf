#include "api/sources/clang_here.h"

#include <clang/Driver/Driver.h>

#include "build/compilers.h"
#include "build/toolchain.h"

namespace reenact::api {

namespace fs = std::filesystem;

fs::path compiler_here() {
  const fs::path program = program_file(Toolchain{}.cxx_compiler, "/");
  return program.empty() ? fs::path() : program.parent_path() / "clang++";
}

std::string resource_flag(const fs::path& compiler) {
  return "-resource-dir=" + clang::driver::Driver::GetResourcesPath(compiler.string());
}

}  // namespace reenact::api
