#include "build/compilers.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <sstream>

#include "build/cache.h"
#include "contain/confinement.h"

namespace reenact {
namespace {

namespace fs = std::filesystem;

bool is_clang(const std::string& compiler) { return fs::path(compiler).filename().string().contains("clang"); }

bool is_program(const std::string& program, const fs::path& directory) {
  const fs::path file = program_file(program, directory);
  return !file.empty() && access(file.c_str(), X_OK) == 0;
}

}  // namespace

fs::path program_file(const std::string& program, const fs::path& directory) {
  std::error_code ignored;
  if (program.contains('/')) return fs::weakly_canonical(directory / program, ignored);
  std::istringstream folders(std::getenv("PATH") == nullptr ? "" : std::getenv("PATH"));
  for (std::string folder; std::getline(folders, folder, ':');)
    if (access((fs::path(folder) / program).c_str(), X_OK) == 0)
      return fs::weakly_canonical(fs::path(folder) / program, ignored);
  return {};
}

std::string key_of_command(const std::vector<std::string>& words, const fs::path& directory) {
  std::string key;
  for (const std::string& word : words) key += "\n" + word;
  key += fmt::format("\n{}", stamp_of(program_file(words.front(), directory)));
  for (const std::string& variable : kept_variables())
    if (!variable.starts_with("PATH=")) key += "\n" + variable;  // the stamp says what it leads to
  return key;
}

std::string compiler_of(const CompileCommand& command, Flavour flavour, const Sanitizers& sanitizers,
                        const Toolchain& tools) {
  const std::string& given = command.arguments.front();
  if (flavour == Flavour::kClean && !is_clang(given) && !sanitizers.any() && is_program(given, command.directory))
    return given;
  return command.is_c ? tools.c_compiler : tools.cxx_compiler;
}

}  // namespace reenact
