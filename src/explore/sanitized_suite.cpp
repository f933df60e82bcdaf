#include "explore/sanitized_suite.h"

#include "base/files.h"
#include "build/toolchain.h"
#include "check/check.h"
#include "check/run_test.h"
#include "explore/compile.h"

namespace reenact {

namespace fs = std::filesystem;

namespace {
constexpr const char* kSanitizer = "-fsanitize=address";
}  // namespace

Expected<void> SanitizedSuite::compile_unit() {
  const fs::path folder = request_.work_dir / "unit";
  if (const auto made = make_folder(folder); !made) return made;
  auto objects = compile_all(request_.unit, {kSanitizer, "-O0", "-g"},
                             {.work_dir = folder,
                              .what = "the unit does not compile with it",
                              .environment = {},
                              .readable = {},
                              .interrupted = nullptr},
                             request_.jobs);
  if (!objects) return std::unexpected(objects.error());
  TestBuild& build = request_.build;
  build.objects.insert(build.objects.begin(), objects->begin(), objects->end());
  build.compile_flags.emplace_back(kSanitizer);
  build.link_flags.emplace_back(kSanitizer);
  build.precompiled_gtest.clear();  // is of other flags
  is_compiled_ = true;
  return {};
}

Expected<fs::path> SanitizedSuite::built(const std::string& source, const fs::path& small_gtest, const char* folder) {
  if (!is_compiled_)
    if (const auto done = compile_unit(); !done) return std::unexpected(done.error());
  CheckRequest request;
  request.test_source = source;
  request.work_dir = request_.work_dir / folder;
  request.build = request_.build;
  request.small_gtest = small_gtest;
  return build_test(request);
}

Expected<fs::path> SanitizedSuite::program_of_one(const std::string& source) {
  const auto tools = find_toolchain();
  return built(source, tools ? tools->small_gtest : fs::path(), "one");
}

Expected<std::optional<CrashReport>> SanitizedSuite::finding(const fs::path& program, const std::string& test) const {
  TestRun run;
  run.binary = program;
  run.scratch = request_.work_dir / "run";
  run.filter = test;
  run.sanitized = true;
  run.suffices = [](const CrashReport&) { return true; };
  auto end = run_test(run);
  if (!end) return std::unexpected(end.error());
  if (end->crash && sanitizer_name_of(end->crash->kind).empty()) return std::nullopt;
  return std::move(end->crash);
}

}  // namespace reenact
