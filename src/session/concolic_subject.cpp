#include "session/concolic_subject.h"

#include "api/worker_link.h"
#include "base/files.h"
#include "build/assertions.h"
#include "build/build.h"
#include "build/cache.h"
#include "build/toolchain.h"
#include "session/worker_options.h"

namespace reenact {
namespace {

namespace fs = std::filesystem;

/// Of what the worker is made, beside the bridge.
std::string key_of(const BuiltSubject& built, const Toolchain& tools) {
  std::uint64_t key = Inputs::of({tools.runtime, tools.concolic_runtime, tools.concolic_pass}).digest();
  for (const BuiltUnit& unit : built.units) {
    const auto inputs = Inputs::load(unit.object.parent_path() / "inputs");
    key = hash_of(unit.object.string(), key + (inputs ? inputs->digest() : 0));
  }
  return hex(key);
}

}  // namespace

Expected<fs::path> prepare_concolic_worker(const Subject& subject, const SubjectOptions& options) {
  const auto tools = find_toolchain();
  if (!tools) return std::unexpected(tools.error());
  const auto commands = subject_commands(options);
  if (!commands) return std::unexpected(commands.error());
  const FileLock lock(lock_of(options, Flavour::kConcolic), options.interrupted);
  const auto instrumented = build_units(*commands, Flavour::kInstrumented, options);
  if (!instrumented) return std::unexpected(instrumented.error());
  // Programs are not linked, and what did not compile before does not now.
  std::vector<CompileCommand> linked_units;
  for (const BuiltUnit& unit : instrumented->units) linked_units.push_back(unit.command);
  const auto built = build_units(linked_units, Flavour::kConcolic, options);
  if (!built) return std::unexpected(built.error());
  const fs::path folder = subject.worker.parent_path();
  fs::path worker = folder / "concolic" / "worker";
  const fs::path made_of = folder / "concolic" / "made_of";
  const std::string key = key_of(*built, *tools);
  if (is_there(worker) && read_file(made_of) == key) return worker;
  std::error_code ignored;
  fs::remove(made_of, ignored);
  auto linked = link_concolic_worker(*built, *instrumented, subject.includer_flags, options,
                                     instrumented_roots(*commands), folder);
  if (!linked) return linked;
  if (const auto written = write_file(made_of, key); !written) return std::unexpected(written.error());
  return linked;
}

Expected<std::unique_ptr<ForkServer>> start_concolic_server(const fs::path& worker, const Subject& subject,
                                                            const SubjectOptions& options, const fs::path& scratch) {
  RunOptions run;
  run.readable = readable_by_tests(options);
  run.scratch = scratch / "concolic";
  if (const auto made = make_folder(run.scratch); !made) return std::unexpected(made.error());
  // A run takes many times as long as in the ordinary worker, and has no fuel: time alone ends it.
  run.test_timeout_ms = 1000;
  run.region.emplace();
  return ForkServer::start(worker, subject.program, subject.api, run);
}

}  // namespace reenact
