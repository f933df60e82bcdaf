// Names for the addresses in a sanitizer's report. The test may not start a symbolizer, so that it is asked afterwards.
#pragma once

#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "base/error.h"
#include "contain/confinement.h"

namespace reenact {

/// What stands at the places of programs and libraries that do not change while this lives. Each place is asked for once, as
/// runs of one program meet the same ones and a symbolizer's start takes as long as a run. Several threads may use it.
class PlaceNames {
 public:
  struct Name {
    std::string function, place;  // "FILE:LINE:COLUMN"; empty: without debug information
  };
  /// Of the functions at a place, innermost first; empty: unknown.
  using Names = std::vector<Name>;

  /// `report` with each line "    #3 0x55d0c8 (/path/program+0xdf0e1) ..." replaced by "    #3 0x55d0c8 in FUNCTION
  /// FILE:LINE:COLUMN", or "... in FUNCTION (/path/program+0xdf0e1)", one for each function inlined there, and the lines of a
  /// trace numbered anew. Lines of places that have no name stay. Errors: llvm-symbolizer-19 cannot be run; kInterrupted.
  [[nodiscard]] Expected<std::string> symbolized(const std::string& report, const Confinement& confinement,
                                                 const ProcessOptions& options);

 private:
  Expected<void> ask(const std::string& report, const Confinement& confinement, const ProcessOptions& options);

  std::mutex mutex_;                    // guards the following
  std::map<std::string, Names> known_;  // by question()
};

}  // namespace reenact
