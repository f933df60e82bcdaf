#include "build/toolchain.h"

#include "contain/own_programs.h"

namespace reenact {

Expected<Toolchain> find_toolchain() {
  const auto folder = own_programs();
  if (!folder) return std::unexpected(folder.error());
  Toolchain result;
  result.pass = *folder / "libreenact_pass.so";
  result.runtime = *folder / "libreenact_runtime.a";
  result.include = *folder;
  return result;
}

}  // namespace reenact
