// Which headers of C are meant to be included from C++, too.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "build/build.h"

namespace reenact {

/// Tells headers that say something to a C++ compiler: they have `extern "C"` or `__cplusplus` themselves, or use a macro that one of
/// the project's headers defines as `extern "C"`.
class CxxGuards {
 public:
  explicit CxxGuards(const std::vector<BuiltUnit>& units);

  [[nodiscard]] bool has(const std::filesystem::path& header) const;

 private:
  std::set<std::string> macros_;  // MPACK_EXTERN_C_BEGIN
};

}  // namespace reenact
