// Where the compiler and our own plugin and runtime are.
#pragma once

#include <filesystem>
#include <string>

#include "base/error.h"

namespace reenact {

/// Programs by name, files by path.
struct Toolchain {
  std::string c_compiler = "clang-19", cxx_compiler = "clang++-19";
  std::filesystem::path pass, runtime, include;  // include: holds abi/abi.h
  std::filesystem::path concolic_pass, concolic_runtime;
  std::filesystem::path small_gtest;      // folder of CheckRequest::small_gtest
  std::filesystem::path whole_templates;  // header in front of each C++ unit of the concolic flavour
};

/// REENACT_LIBDIR, or lib/reenact in the program's folder, its parents, or beside its bin/.
[[nodiscard]] Expected<Toolchain> find_toolchain();

}  // namespace reenact
