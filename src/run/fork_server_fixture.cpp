#include "run/fork_server_fixture.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <stdexcept>

#include "base/files.h"
#include "build/cache.h"

namespace reenact {
namespace {

namespace fs = std::filesystem;

const fs::path kData = REENACT_SOURCE_DIR "/src/run/testdata";
const fs::path kWork = REENACT_BINARY_DIR "/fork_server_test";
const fs::path kVictim = kWork / "victim";

}  // namespace

ForkServerTest::ForkServerTest() : scratch_(kWork / "scratch"), victim_(kVictim) {
  fs::remove_all(scratch_);
  fs::create_directories(scratch_);
  EXPECT_TRUE(write_file(victim_, "kept"));
  fs::permissions(victim_, fs::perms::owner_read | fs::perms::owner_write);
  options_.scratch = scratch_;
  options_.memory_limit_mb = 512;
}

Subject ForkServerTest::prepare(const std::string& source, const Sanitizers& sanitizers) {
  setenv("REENACT_LIBDIR", REENACT_BINARY_DIR "/lib/reenact", 1);
  SubjectOptions options;
  options.build_dir = kWork / fs::path(source).stem();
  options.cache_dir = kWork / "cache";
  options.sanitizers = sanitizers;
  fs::create_directories(options.build_dir);
  EXPECT_TRUE(write_file(options.build_dir / "compile_commands.json",
                         R"([{"directory": ")" + kData.string() + R"(", "file": ")" + source +
                             R"(", "arguments": ["clang++-19", "-std=c++20", "-DVICTIM=\")" + kVictim.string() +
                             R"(\"", "-c", ")" + source + R"("]}])"));
  auto subject = prepare_subject(options);
  if (!subject) throw std::runtime_error(subject.error().message);
  return std::move(*subject);
}

const Subject& ForkServerTest::subject() {
  static const Subject prepared = prepare("subject.cpp", {});
  return prepared;
}

const Subject& ForkServerTest::current() const {
  if (!options_.address_sanitizer) return subject();
  static const Subject sanitized = prepare("subject.cpp", {.address = true, .undefined = "shift"});
  return sanitized;
}

unsigned ForkServerTest::line_of(const std::string& mark) {
  std::ifstream file(kData / "subject.cpp");
  unsigned number = 1;
  for (std::string line; std::getline(file, line); ++number)
    if (line.ends_with("// @" + mark)) return number;
  ADD_FAILURE() << "no line is marked " << mark;
  return 0;
}

testing::Matcher<const SeenTrace&> ForkServerTest::innermost_is(const std::string& function, const std::string& mark) {
  const auto first = [](const SeenTrace& trace) { return trace.empty() ? SeenTrace::value_type() : trace.front(); };
  return testing::ResultOf("the innermost frame", first,
                           testing::Pair("subject::" + function, line_of(mark.empty() ? function : mark)));
}

std::unique_ptr<ForkServer> ForkServerTest::start() const {
  auto server = ForkServer::start(current().worker, current().program, current().api, options_);
  if (!server) throw std::runtime_error(server.error().message);
  return std::move(*server);
}

void ForkServerTest::append(TestCase& test, const std::string& name, const std::vector<std::int64_t>& numbers) const {
  const ApiModel& api = current().api;
  const auto callable = std::ranges::find(api.callables, "subject::" + name, &Callable::name);
  ASSERT_TRUE(callable != api.callables.end() && callable->usable) << name;
  ASSERT_EQ(callable->parameters.size(), numbers.size()) << name;
  std::vector<Argument> arguments;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const Source& source = callable->parameters[i].sources.at(0);
    arguments.push_back({StatementIndex(test.size()), source.mode, source.cast});
    test.statements.push_back({.kind = StatementKind::kScalar, .type = source.type, .bits = numbers[i]});
  }
  Statement call{.kind = StatementKind::kCall,
                 .callable = callable->id,
                 .first = static_cast<std::uint32_t>(test.arguments.size()),
                 .count = static_cast<std::uint32_t>(arguments.size())};
  if (callable->result) call.type = *callable->result;
  test.statements.push_back(call);
  test.arguments.insert(test.arguments.end(), arguments.begin(), arguments.end());
  ASSERT_TRUE(valid(test, api)) << name;
}

TestCase ForkServerTest::call(const std::string& name, const std::vector<std::int64_t>& numbers) const {
  TestCase test;
  append(test, name, numbers);
  return test;
}

void ForkServerTest::run(ForkServer& server, const std::vector<TestCase>& tests,
                         const std::function<void(const Observation&)>& show) {
  std::vector<const TestCase*> pointers;
  for (const TestCase& test : tests) pointers.push_back(&test);
  std::size_t next = 0;
  const auto done = server.run(pointers, [&](std::size_t i, const Observation& observation) {
    EXPECT_EQ(i, next++);
    show(observation);
  });
  EXPECT_TRUE(done.has_value()) << done.error().message;
}

std::vector<Seen> ForkServerTest::run(ForkServer& server, const std::vector<TestCase>& tests) const {
  std::vector<Seen> result;
  run(server, tests, [&](const Observation& observation) { result.push_back(keep(observation)); });
  result.resize(tests.size());
  return result;
}

Seen ForkServerTest::keep(const Observation& observation) const {
  Seen seen{observation, {}};
  for (const TraceFrame& frame : observation.trace) {
    std::string name = current().program[frame.function].name;
    seen.trace.emplace_back(
        name.substr(0, name.find('(', name.find("namespace)") == std::string::npos ? 0 : name.find("namespace)") + 10)),
        frame.line.value);
  }
  seen.observation.coverage.clear();
  return seen;
}

Seen ForkServerTest::run(const TestCase& test) const {
  const auto server = start();
  return run(*server, std::vector{test}).front();
}

Seen ForkServerTest::run(const std::string& name, const std::vector<std::int64_t>& numbers) const {
  return run(call(name, numbers));
}

std::size_t ForkServerTest::processes() const {
  std::size_t count = 0;
  for (const auto& entry : fs::directory_iterator("/proc")) {
    std::error_code error;
    count += fs::read_symlink(entry.path() / "exe", error) == current().worker && !error;
  }
  return count;
}

std::size_t ForkServerTest::processes_once_at_most(std::size_t count) const {
  for (int i = 0; i < 500 && processes() > count; ++i) usleep(10'000);
  return processes();
}

void ForkServerTest::expect_contained(const std::string& name) const {
  const auto server = start();
  const std::vector<Seen> seen = run(*server, {call(name), call("add", {1, 2}), call("throw_error", {7})});
  EXPECT_FALSE(seen[0].observation.raised) << seen[0].observation.exception_type << ": " << seen[0].observation.message;
  EXPECT_FALSE(seen[1].observation.raised);
  EXPECT_EQ(seen[2].observation.message, "number 7");
}

}  // namespace reenact
