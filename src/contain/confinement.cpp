#include "contain/confinement.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>

#include "contain/bubblewrap.h"
#include "contain/containment.h"
#include "contain/own_programs.h"

namespace reenact {
namespace {

namespace fs = std::filesystem;

constexpr unsigned kMbPerGb = 1024;

const char* name_of(Licence licence) {
  constexpr std::array<const char*, 4> kNames = {"test", "worker", "tools", "debugger"};
  return kNames.at(static_cast<std::size_t>(licence));
}

/// Three quarters of the machine's memory, in MB.
unsigned most_of_memory() {
  const auto pages = static_cast<std::uint64_t>(std::max(0L, sysconf(_SC_PHYS_PAGES)));
  return static_cast<unsigned>(pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)) / 4 * 3 >> 20);
}

void add_limits(std::vector<std::string>& words, const Limits& limits) {
  const auto add = [&](const char* option, unsigned value) {
    if (value != 0) words.insert(words.end(), {option, std::to_string(value)});
  };
  add("--cpu", limits.cpu_seconds);
  add("--address-space", limits.address_space_mb);
  add("--resident", limits.resident_mb);
  add("--file", limits.file_mb);
  add("--stack", limits.stack_mb);
  add("--descriptors", limits.descriptors);
  add("--wall", limits.wall_seconds);
  add("--tasks", limits.tasks);
}

Expected<std::vector<std::string>> contain_command(const Confinement& confinement) {
  const auto folder = own_programs();
  if (!folder) return std::unexpected(folder.error());
  std::vector<std::string> words{(*folder / "contain").string(), "--may", name_of(confinement.licence)};
  for (const fs::path& path : confinement.writable) words.insert(words.end(), {"--write", path.string()});
  add_limits(words, confinement.limits);
  if (confinement.kept_descriptor >= 0)
    words.insert(words.end(), {"--keep", std::to_string(confinement.kept_descriptor)});
  if (confinement.fixed_addresses) words.emplace_back("--fixed-addresses");
  if (confinement.modes_in_vain) words.emplace_back("--modes-in-vain");
  return words;
}

void append(std::vector<std::string>& to, const std::vector<std::string>& more) {
  to.insert(to.end(), more.begin(), more.end());
}

/// Without namespaces Landlock refuses to read below /tmp what is not named.
void add_readable(std::vector<std::string>& words, const Confinement& confinement) {
  for (const fs::path& part : shown_of({confinement.readable, confinement.writable, {fs::path(words.front())}}))
    append(words, {"--read", part.string()});
}

}  // namespace

Limits test_limits() {
  // More than the search lets a test have: what passes there must not fail here.
  return {.cpu_seconds = 120,
          .address_space_mb = 0,  // what a test only reserves is its own matter
          .file_mb = 256,
          .descriptors = 1024,
          .wall_seconds = 180,
          .resident_mb = std::min(4 * kMbPerGb, most_of_memory()),
          .tasks = 256};
}

Limits tool_limits() {
  return {.cpu_seconds = 1800,
          .file_mb = 4 * kMbPerGb,
          .descriptors = 4096,
          .wall_seconds = 1800,
          .resident_mb = std::min(8 * kMbPerGb, most_of_memory()),
          .tasks = 128};
}

Expected<std::vector<std::string>> contained(const Confinement& confinement, const std::vector<std::string>& command) {
  auto words = contain_command(confinement);
  if (!words) return words;
  words->emplace_back("--lifeline");
  std::vector<std::string> result;
  if (containment_here().namespaces) {
    std::vector<fs::path> readable = confinement.readable;
    readable.emplace_back(words->front());
    result = in_namespaces(readable, confinement.writable);
    words->emplace_back("--namespaced");
  } else {
    add_readable(*words, confinement);
  }
  append(result, *words);
  result.emplace_back("--");
  append(result, command);
  return result;
}

Expected<std::vector<std::string>> contained_in_place(const Confinement& confinement,
                                                      const std::vector<std::string>& command) {
  auto words = contain_command(confinement);
  if (!words) return words;
  words->emplace_back("--in-place");
  if (containment_here().namespaces)
    words->emplace_back("--namespaced");
  else
    add_readable(*words, confinement);
  words->emplace_back("--");
  append(*words, command);
  return words;
}

std::vector<std::string> kept_variables() {
  std::vector<std::string> result{"LC_ALL=C", "TZ=UTC"};
  if (std::getenv("PATH") == nullptr) result.emplace_back("PATH=/usr/bin:/bin");
  for (const char* name : {"PATH", "CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "LIBRARY_PATH", "COMPILER_PATH",
                           "GCC_EXEC_PREFIX", "SOURCE_DATE_EPOCH", "LD_LIBRARY_PATH"})
    if (const char* value = std::getenv(name)) result.push_back(fmt::format("{}={}", name, value));
  return result;
}

std::vector<fs::path> paths_in(const std::vector<std::string>& words) {
  std::vector<fs::path> result;
  for (const std::string& word : words)
    if (const auto path = word.find('/'); path != std::string::npos) result.emplace_back(word.substr(path));
  return result;
}

Confinement reader_confinement(std::vector<fs::path> readable) {
  Confinement result;
  result.licence = Licence::kTools;
  result.readable = std::move(readable);
  result.limits = tool_limits();
  return result;
}

Confinement tools_confinement(fs::path folder, std::vector<fs::path> readable) {
  Confinement result = reader_confinement(std::move(readable));
  result.writable = {std::move(folder)};
  return result;
}

Expected<ProcessResult> run_contained(const Confinement& confinement, const std::vector<std::string>& command,
                                      const ProcessOptions& options) {
  const auto whole = contained(confinement, command);
  if (!whole) return std::unexpected(whole.error());
  ProcessOptions own = options;
  own.whole_environment = true;
  own.lifeline = true;
  own.environment = kept_variables();
  own.environment.insert(own.environment.end(), options.environment.begin(), options.environment.end());
  return run_process(*whole, own);
}

}  // namespace reenact
