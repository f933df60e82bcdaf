#include "session/made_ahead.h"

#include "base/background.h"
#include "build/assertions.h"
#include "build/clean_units.h"
#include "build/precompiled.h"

namespace reenact {

std::future<void> make_ahead(const SubjectOptions& options) {
  if (options.jobs < 2) return {};
  return std::async(std::launch::async, [options] {
    give_way();
    if (const auto commands = subject_commands(options))
      (void)precompiled_gtest(describe_clean_build(*commands, options), options);
  });
}

}  // namespace reenact
