// One finished run of a study: a row of its database.
#pragma once

#include <cstdint>
#include <string>

namespace reenact::study {

struct Run {
  std::string crash, configuration;
  unsigned repeat = 0;  // from 0
  std::uint64_t seed = 0;
  std::string status;  // of result.json: "reproduced", "partial", "not_reproduced"; or "error"
  unsigned frames_total = 0, frames_reproduced = 0;
  std::uint64_t executions = 0;
  unsigned statements = 0;
  double search_seconds = 0;  // spent searching: no build, no minimising, no verification
  double seconds = 0;         // of the whole process
  std::string error;          // of a run with status "error"
  std::string engine;         // which build of reenact it was: a hash of the program
  std::string result;         // the whole result.json

  bool operator==(const Run&) const = default;
};

}  // namespace reenact::study
