#include "build/clean_build.h"

#include "build/build.h"
#include "build/cache.h"
#include "build/compilation_database.h"
#include "build/flags.h"
#include "build/link_libraries.h"

namespace reenact {
namespace {

std::vector<std::string> clean_flags(const CompileCommand& command, const Sanitizers& sanitizers) {
  std::vector<std::string> flags = with_absolute_paths(project_flags(command, true), command.directory);
  for (std::string& flag : sanitizer_flags(sanitizers, false)) flags.push_back(std::move(flag));
  flags.insert(flags.end(), {"-g", "-w", "-Wno-everything"});
  return flags;
}

}  // namespace

Expected<TestBuild> build_clean(const SubjectOptions& options) {
  const auto commands = read_compilation_database(options.build_dir);
  if (!commands) return std::unexpected(commands.error());
  const FileLock lock(lock_of(options, Flavour::kClean), options.interrupted);
  const auto built = build_units(*commands, Flavour::kClean, options);
  if (!built) return std::unexpected(built.error());
  TestBuild build;
  build.compiler = "clang++-19";
  build.compile_flags = flags_for_includer(built->units);
  build.compile_flags.push_back("-g");
  for (std::string& flag : sanitizer_flags(options.sanitizers, false)) {
    build.compile_flags.push_back(flag);
    build.link_flags.push_back(std::move(flag));
  }
  for (const BuiltUnit& unit : built->units) {
    build.objects.push_back(unit.object);
    build.sources.push_back({unit.command.file, unit.command.is_c, clean_flags(unit.command, options.sanitizers)});
    // One compiler per language; where the project mixes them, ours.
    std::string& compiler = unit.command.is_c ? build.c_compiler : build.cxx_compiler;
    if (compiler.empty())
      compiler = unit.compiler;
    else if (compiler != unit.compiler)
      compiler = unit.command.is_c ? "clang-19" : "clang++-19";
  }
  if (build.cxx_compiler.empty()) build.cxx_compiler = build.compiler;
  for (std::string& flag : library_flags(options)) build.link_flags.push_back(std::move(flag));
  return build;
}

}  // namespace reenact
