#include "build/clean_build.h"

#include "build/assertions.h"
#include "build/build.h"
#include "build/cache.h"
#include "build/clean_units.h"

namespace reenact {

Expected<TestBuild> build_clean(const SubjectOptions& options) {
  const auto commands = subject_commands(options);
  if (!commands) return std::unexpected(commands.error());
  const FileLock lock(lock_of(options, Flavour::kClean), options.interrupted);
  const auto built = build_units(*commands, Flavour::kClean, options);
  if (!built) return std::unexpected(built.error());
  std::vector<CompileCommand> compiled;
  for (const BuiltUnit& unit : built->units) compiled.push_back(unit.command);
  TestBuild build = describe_clean_build(compiled, options);
  for (const BuiltUnit& unit : built->units) build.objects.push_back(unit.object);
  return build;
}

}  // namespace reenact
