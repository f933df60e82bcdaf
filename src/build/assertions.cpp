#include "build/assertions.h"

#include <algorithm>
#include <string>
#include <string_view>

namespace reenact {
namespace {

bool is_changed_by(const CompileCommand& command, Assertions wanted) {
  return wanted != Assertions::kAsBuilt && is_without_assertions(command) != (wanted == Assertions::kOff);
}

}  // namespace

bool is_without_assertions(const CompileCommand& command) {
  bool result = false;
  const std::vector<std::string>& words = command.arguments;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const bool is_apart = (words[i] == "-D" || words[i] == "-U") && i + 1 < words.size();
    const std::string word = is_apart ? words[i] + words[i + 1] : words[i];
    if (is_apart) ++i;
    if (word == "-DNDEBUG" || word.starts_with("-DNDEBUG=")) result = true;
    if (word == "-UNDEBUG") result = false;
  }
  return result;
}

Assertions assertions_for(CrashKind kind) {
  return kind == CrashKind::kAssertion ? Assertions::kOn : Assertions::kAsBuilt;
}

Expected<std::vector<CompileCommand>> subject_commands(const SubjectOptions& options) {
  auto commands = read_compilation_database(options.build_dir);
  if (!commands) return commands;
  // The last word on a macro counts.
  for (CompileCommand& command : *commands)
    if (is_changed_by(command, options.assertions))
      command.arguments.emplace_back(options.assertions == Assertions::kOff ? "-DNDEBUG" : "-UNDEBUG");
  return commands;
}

std::size_t commands_changed_by(const SubjectOptions& options) {
  const auto commands = read_compilation_database(options.build_dir);
  if (!commands) return 0;
  return static_cast<std::size_t>(std::ranges::count_if(
      *commands, [&](const CompileCommand& command) { return is_changed_by(command, options.assertions); }));
}

}  // namespace reenact
