#include "goal/subject_files.h"

#include <algorithm>
#include <filesystem>

#include "base/text.h"

namespace reenact {
namespace {

std::string normal(const std::string& file) { return std::filesystem::path(file).lexically_normal().string(); }

}  // namespace

SubjectFiles::SubjectFiles(const ProgramModel& program) {
  for (const Function& function : program.functions) {
    files_.insert(function.file);
    for (const Block& block : function.blocks)
      for (const PlacedLine& each : block.other_lines) files_.insert(each.file);
  }
  files_.insert(program.headers.begin(), program.headers.end());
  for (const std::string& file : files_) names_.emplace(last_component(file));
}

void SubjectFiles::learn(const std::string& reported, const std::string& here) {
  const std::string a = normal(reported);
  // As long as the last components are equal, they belong to the subject's own folders.
  std::size_t i = a.size(), k = here.size(), a_end = i, here_end = k;
  while (i > 0 && k > 0 && a[i - 1] == here[k - 1]) {
    --i;
    --k;
    if (i == 0 || a[i - 1] == '/') {
      a_end = i;
      here_end = k;
    }
  }
  if (a_end < a.size()) roots_.emplace(a.substr(0, a_end), here.substr(0, here_end));
}

bool SubjectFiles::has_name(const std::string& reported) const {
  return names_.contains(std::string(last_component(reported)));
}

bool SubjectFiles::has(const std::string& reported) const {
  if (!has_name(reported) || roots_.empty()) return has_name(reported);
  const std::string file = normal(reported);
  return std::ranges::any_of(roots_, [&](const auto& root) {
    return file.starts_with(root.first) && files_.contains(root.second + file.substr(root.first.size()));
  });
}

}  // namespace reenact
