#include "build/assertions.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "build/flags.h"
#include "build/needed_units.h"

namespace reenact {
namespace {

bool is_changed_by(const CompileCommand& command, Assertions wanted) {
  return wanted != Assertions::kAsBuilt && is_without_assertions(command) != (wanted == Assertions::kOff);
}

bool has_word(const CompileCommand& command, std::string_view beginning) {
  return std::ranges::any_of(command.arguments, [&](const std::string& word) { return word.contains(beginning); });
}

}  // namespace

void add_check(BuiltInCheck check, CompileCommand& command) {
  std::vector<std::string>& words = command.arguments;
  switch (check) {
    case BuiltInCheck::kStandardLibrary:
      if (!has_word(command, "_GLIBCXX_ASSERTIONS")) words.emplace_back("-D_GLIBCXX_ASSERTIONS");
      break;
    case BuiltInCheck::kStackProtector:
      if (!has_word(command, "stack-protector")) words.emplace_back("-fstack-protector-strong");
      break;
    case BuiltInCheck::kFortified:
      if (!has_word(command, "_FORTIFY_SOURCE")) words.emplace_back("-D_FORTIFY_SOURCE=2");
      // glibc's functions are fortified only where the compiler optimises.
      if (!is_optimised(command)) words.emplace_back("-O1");
      break;
    case BuiltInCheck::kNone:
      break;
  }
}

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

Assertions assertions_for(const CrashReport& report) {
  return report.kind == CrashKind::kAssertion && report.check == BuiltInCheck::kNone ? Assertions::kOn
                                                                                     : Assertions::kAsBuilt;
}

Expected<std::vector<CompileCommand>> subject_commands(const SubjectOptions& options) {
  auto commands = read_compilation_database(options.build_dir);
  if (!commands) return commands;
  // The last word on a macro counts.
  for (CompileCommand& command : *commands) {
    add_check(options.check, command);
    if (is_changed_by(command, options.assertions))
      command.arguments.emplace_back(options.assertions == Assertions::kOff ? "-DNDEBUG" : "-UNDEBUG");
  }
  choose_units(*commands, options);
  return commands;
}

ChangedCommands commands_changed_by(const SubjectOptions& options) {
  auto commands = read_compilation_database(options.build_dir);
  ChangedCommands result;
  if (!commands) return result;
  for (CompileCommand& command : *commands) {
    result.by_assertions += is_changed_by(command, options.assertions) ? 1 : 0;
    const std::size_t before = command.arguments.size();
    add_check(options.check, command);
    result.by_check += command.arguments.size() > before ? 1 : 0;
  }
  return result;
}

}  // namespace reenact
