// The cases of a study of `reenact find`: described crashes, with the figures another study gives for them.
//
//     [[case]]
//     name = "A"
//     project = "projects/lists"        # the folder with compile_commands.json, relative to this file
//     exception = "AttributeError"      # as the options of `reenact find`; each may be left out
//     message = "no attribute"
//     function = "list_reduction"
//     library = ["core"]
//     files = ["parse*.h"]
//     published = { milliseconds = 105.31, generations = 4.09, lines = 2.06, accuracy = 93.75 }    # may be left out
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "session/find_session.h"

namespace reenact::study {

/// Means over the runs of one configuration: the paper's PC1 to PC4.
struct BeaconMeasures {
  double milliseconds = 0;  // to find and minimise; of all runs
  double generations = 0;   // of all runs; one that does not find counts as its limit
  double lines = 0;         // calls of the minimised test, of the runs that find
  double accuracy = 0;      // percent of runs that find
};

struct BeaconCase {
  std::string name;
  std::filesystem::path project;
  CrashDescription description;
  ApiPart part;
  std::optional<BeaconMeasures> published;
};

/// Errors name file, line and column.
[[nodiscard]] Expected<std::vector<BeaconCase>> read_beacon_cases(const std::filesystem::path& file);

}  // namespace reenact::study
