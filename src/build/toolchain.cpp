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
  result.concolic_pass = *folder / "libreenact_concolic_pass.so";
  result.concolic_runtime = *folder / "libreenact_concolic_runtime.a";
  result.small_gtest = *folder / "small_gtest";
  result.whole_templates = *folder / "whole_templates.h";
  return result;
}

}  // namespace reenact
