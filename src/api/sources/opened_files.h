// Which arguments are names of files, though they are not called so, and whether descriptors are those of sockets.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "program/passed_arguments.h"

namespace reenact {

struct OpenedFiles {
  /// Of each function, by its linkage name, the arguments that it hands on to fopen() or open() as the file's name, itself or through
  /// others; an object that it is called on is number 0.
  ///
  ///   Dictionary* load(const char* fn) { FILE* f = fopen(fn, "r"); ... }       load: 0
  std::map<std::string, std::set<std::uint32_t>> names;
  bool are_sockets = false;  // something is received: recv()
};

[[nodiscard]] OpenedFiles opened_files(const std::vector<PassingFunction>& functions);

}  // namespace reenact
