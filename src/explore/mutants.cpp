#include "explore/mutants.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <set>
#include <sstream>
#include <tuple>

#include "base/clock.h"
#include "base/files.h"
#include "base/random.h"
#include "build/toolchain.h"
#include "check/run_test.h"
#include "explore/compile.h"

namespace reenact {
namespace {

namespace fs = std::filesystem;

/// Reads its number before any other code runs.
constexpr std::string_view kSelector = R"(#include <stdlib.h>
unsigned long long reenact_mutant;
__attribute__((constructor(101))) static void choose(void) {
  const char *number = getenv("REENACT_MUTANT");
  reenact_mutant = number == 0 ? 0 : strtoull(number, 0, 10);
}
)";

void sort_by_place(std::vector<Mutant>& mutants) {
  std::ranges::sort(mutants, {},
                    [](const Mutant& each) { return std::tie(each.file, each.line, each.column, each.number); });
}

class Mutation {
 public:
  explicit Mutation(const MutantRequest& request) : request_(request) {
    for (const FunctionId id : request.functions) files_.insert((*request.program)[id].file);
  }

  Expected<MutationScore> score() {
    if (const auto done = build(); !done) return std::unexpected(done.error());
    std::vector<Mutant> mutants =
        read_mutants(read_file(found_file()).value_or(""), *request_.program, request_.functions);
    MutationScore result{.possible = mutants.size()};
    const SteadyClock clock;
    const auto start = clock.now();
    const auto sound = passes(0, std::chrono::minutes(1));
    if (!sound) return std::unexpected(sound.error());
    if (!*sound) return subject_error("no faults were seeded: the suite fails without any");
    // Nine tenths of a second are for the start of the program.
    const auto limit = std::chrono::duration_cast<std::chrono::milliseconds>(10 * (clock.now() - start)) +
                       std::chrono::milliseconds(900);
    for (Mutant& each : drawn(std::move(mutants))) {
      const auto passed = passes(each.number, limit);
      if (!passed) return std::unexpected(passed.error());
      ++result.tried;
      if (*passed)
        result.not_found.push_back(std::move(each));
      else
        ++result.found;
    }
    return result;
  }

 private:
  [[nodiscard]] fs::path found_file() const { return request_.work_dir / "mutants"; }

  Expected<void> build() {
    if (const auto made = make_folder(request_.work_dir); !made) return made;
    const auto tools = find_toolchain();
    if (!tools) return std::unexpected(tools.error());
    std::string files;
    for (const std::string& each : files_) files += (files.empty() ? "" : ":") + each;
    const ToolRun tool{.work_dir = request_.work_dir,
                       .what = "mutants cannot be built",
                       .environment = {"REENACT_MUTATED=" + files, "REENACT_MUTANTS_OUT=" + found_file().string()},
                       .readable = {tools->pass.parent_path()},
                       .interrupted = request_.interrupted};
    const std::vector<std::string> flags{
        "-fpass-plugin=" + (tools->pass.parent_path() / "libreenact_mutation_pass.so").string(),
        "-fno-discard-value-names", "-O0", "-gline-tables-only"};
    const fs::path selector = request_.work_dir / "selector.c";
    if (const auto done = write_file(selector, kSelector); !done) return done;
    std::vector<TestSource> sources{{request_.suite, false, request_.build.compile_flags}, {selector, true, {}}};
    std::vector<fs::path> objects;
    choose_sources(sources, objects);
    const auto compiled = compile_all(sources, flags, tool, request_.jobs);
    if (!compiled) return std::unexpected(compiled.error());
    objects.insert(objects.begin(), compiled->begin(), compiled->end());
    program_ = request_.work_dir / "mutated";
    return link_suite(objects, {}, request_.build, program_, tool);
  }

  /// Of the project's sources those that may hold code of the files: all of them if one of the files is a header.
  void choose_sources(std::vector<TestSource>& sources, std::vector<fs::path>& objects) const {
    const TestBuild& build = request_.build;
    const auto is_of_unit = [&](const TestSource& source) {
      return files_.contains(source.file.lexically_normal().string());
    };
    const auto own = static_cast<std::size_t>(std::ranges::count_if(build.sources, is_of_unit));
    const bool all = own < files_.size() || build.sources.size() != build.objects.size();
    for (std::size_t i = 0; i < build.sources.size(); ++i) {
      if (all || is_of_unit(build.sources[i]))
        sources.push_back(build.sources[i]);
      else
        objects.push_back(build.objects[i]);
    }
  }

  std::vector<Mutant> drawn(std::vector<Mutant> all) const {
    Random random(request_.seed);
    for (std::size_t i = 0; i < std::min(request_.most, all.size()); ++i)
      std::swap(all[i], all[i + random.below(all.size() - i)]);
    all.resize(std::min(request_.most, all.size()));
    sort_by_place(all);
    return all;
  }

  Expected<bool> passes(std::uint64_t number, std::chrono::milliseconds limit) const {
    TestRun run;
    run.binary = program_;
    run.scratch = request_.work_dir / "run";
    run.environment = {fmt::format("REENACT_MUTANT={}", number)};
    run.time_limit = limit;
    run.interrupted = request_.interrupted;
    const auto ended = run_suite(run);
    if (!ended) return std::unexpected(ended.error());
    return ended->passed;
  }

  const MutantRequest& request_;
  std::set<std::string> files_;
  fs::path program_;
};

}  // namespace

Expected<MutationScore> mutation_score(const MutantRequest& request) { return Mutation(request).score(); }

std::vector<Mutant> read_mutants(std::string_view text, const ProgramModel& program,
                                 const std::vector<FunctionId>& functions) {
  const auto is_in_unit = [&](const Mutant& mutant) {
    return std::ranges::any_of(functions, [&](FunctionId id) {
      const Function& function = program[id];
      return function.file == mutant.file && function.first_line <= mutant.line && mutant.line <= function.last_line;
    });
  };
  std::vector<Mutant> result;
  std::set<std::uint64_t> known;
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string number, file, row, column, what;
    for (std::string* word : {&number, &file, &row, &column}) std::getline(words, *word, '\t');
    std::getline(words, what);
    Mutant mutant{0, file, {}, 0, what};
    const auto read = [](const std::string& from, auto& to) {
      return std::from_chars(from.data(), from.data() + from.size(), to).ec == std::errc();
    };
    if (!read(number, mutant.number) || !read(row, mutant.line.value) || !read(column, mutant.column)) continue;
    if (is_in_unit(mutant) && known.insert(mutant.number).second) result.push_back(std::move(mutant));
  }
  sort_by_place(result);
  return result;
}

}  // namespace reenact
