// What object files define and what they lack: which of a subject's units a link takes.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "base/error.h"

namespace reenact {

/// Of one object, global symbols only. A weak reference that nothing has to define is not among `undefined`.
struct Symbols {
  std::vector<std::string> defined;  // for all others to use
  std::vector<std::string> weak;     // defined as well, but others may, too: inline functions, what templates become
  std::vector<std::string> undefined;
};

/// Of each object, in order. Error (kSubject): readelf cannot be run, or one of them is no object.
[[nodiscard]] Expected<std::vector<Symbols>> symbols_of(const std::vector<std::filesystem::path>& objects);

/// Names that a shared library defines for others, without their versions. Errors: as symbols_of().
[[nodiscard]] Expected<std::vector<std::string>> exported_by(const std::filesystem::path& library);

/// Which of `objects` a link may take that needs `undefined`, as if they were members of an archive: those that define one of
/// these, then what those lack, and so on. Of several that define the same, all; of those that define it weakly, and nobody else does,
/// the first.
[[nodiscard]] std::set<std::size_t> taken_for(const std::vector<Symbols>& objects,
                                              const std::vector<std::string>& undefined);

}  // namespace reenact
