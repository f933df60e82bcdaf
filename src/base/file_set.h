// Files of one folder that belong together: a reader finds the old ones or the new ones, whenever the writer is killed.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"

namespace reenact {

/// One of them.
struct FileOfSet {
  std::string name;
  std::optional<std::string> text;  // nullopt: the set has no such file, and one of an earlier set goes
};

/// Replaces the set in `folder`. The new files are written beside the old ones (in `folder`/.reenact-next); only when all
/// are there do they take their places, by a process of its own that is not killed with this one. Should that be killed,
/// too, then the last of `files` is missing, the others are of either set, and finish_set() does the rest. REQUIRES: the last
/// of `files` has a text; it is what tells readers that the set is whole. Errors (kUsage): a file cannot be written; unless it
/// is a place that is taken by a folder, the old set is still there.
[[nodiscard]] Expected<void> write_set(const std::filesystem::path& folder, const std::vector<FileOfSet>& files);

/// Ends what a killed process began in `folder`: a set that is complete takes its place, one that is not goes. Does nothing
/// where nothing was begun. Error (kUsage): a file cannot be put in its place.
[[nodiscard]] Expected<void> finish_set(const std::filesystem::path& folder);

}  // namespace reenact
