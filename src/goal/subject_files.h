// Whether a file that a report names is the subject's. Reports come from other machines: their paths begin elsewhere, and a
// caller may have a `util.c` as well.
#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "program/program_model.h"

namespace reenact {

class SubjectFiles {
 public:
  explicit SubjectFiles(const ProgramModel& program);

  /// Of a frame whose function and file name the subject has: its file as reported, and as it is here. What the two have in
  /// front of their common end shows where the subject was when the report was made.
  void learn(const std::string& reported, const std::string& here);

  /// Has the subject a file of that name, in any folder?
  [[nodiscard]] bool has_name(const std::string& reported) const;
  /// Has it that file where it was when the report was made? has_name(), while nothing was learnt of where that is.
  [[nodiscard]] bool has(const std::string& reported) const;

 private:
  std::set<std::string> files_, names_;
  std::set<std::pair<std::string, std::string>> roots_;  // folders: as reported, as here
};

}  // namespace reenact
