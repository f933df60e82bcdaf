#include "cli/outcome.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <vector>

#include "base/file_set.h"
#include "base/files.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/files.h"
#include "output/verdict_words.h"

namespace reenact::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char *kProjectFile = "CMakeLists.txt", *kResultFile = "result.json";

/// The ten most frequent; those that differ in their callers only are one here.
std::string list_others(const std::vector<OtherCrash>& crashes) {
  if (crashes.empty()) return "";
  std::map<std::string_view, std::uint64_t> times;
  for (const OtherCrash& crash : crashes) times[crash.description] += crash.times;
  std::vector<std::pair<std::string_view, std::uint64_t>> sorted(times.begin(), times.end());
  std::ranges::sort(sorted, [](const auto& a, const auto& b) {
    return a.second != b.second ? a.second > b.second : a.first < b.first;
  });
  std::string text = "other crashes met:\n";
  for (std::size_t i = 0; i < sorted.size() && i < 10; ++i)
    text += fmt::format("  {:>6}x {}\n", sorted[i].second, sorted[i].first);
  if (sorted.size() > 10) text += fmt::format("  and {} more\n", sorted.size() - 10);
  return text;
}

/// An empty text: there is none.
Expected<void> write_files(const fs::path& out, const std::string& test, const std::string& project,
                           std::string result) {
  // Without a result of ours beside them, files of these names are the user's.
  const bool was_ours = is_there(out / kResultFile);
  std::vector<FileOfSet> files;
  for (const auto& [name, text] : {std::pair{kTestFile, &test}, std::pair{kProjectFile, &project}})
    if (!text->empty() || was_ours) files.push_back({name, text->empty() ? std::nullopt : std::optional(*text)});
  files.push_back({kResultFile, std::move(result)});
  return write_set(out, files);
}

}  // namespace

Expected<void> prepare_out(const fs::path& out) {
  if (auto ok = prepare_folder(out, "output folder", "-o"); !ok) return ok;
  if (auto ok = finish_set(out); !ok) return ok;
  std::error_code ignored;
  for (const char* name : {kTestFile, kProjectFile, kResultFile})
    if (fs::is_directory(out / name, ignored))
      return usage_error(
          fmt::format("{}: is a folder, and a file is to be written there\n  next step: give another "
                      "output folder with -o",
                      (out / name).string()));
  return {};
}

std::unexpected<Error> failed(const fs::path& out, ResultContext context, Error error) {
  context.error = error.message;
  if (error.kind == ErrorKind::kSubject)
    if (const auto written = write_files(out, "", "", error_json(context)); !written)
      error.message += "\n" + written.error().message;
  return std::unexpected(std::move(error));
}

Expected<void> write_outcome(const fs::path& out, const CrashReport& crash, const Reproduction& result,
                             const ResultContext& context, const std::string& project) {
  return write_files(out, result.test_source, project, result_json(crash, result, context));
}

void print_outcome(const std::string& headline, const fs::path& out, const Reproduction& result,
                   const std::string& replay, bool with_notes) {
  std::string text = fmt::format("{}\n{}{} tests", headline, limits_of(result), result.executions);
  for (const Phase& phase : result.phases) text += fmt::format(", {} {:.1f} s", phase.name, phase.seconds);
  if (!result.found_by.empty()) text += fmt::format("; found by {}", result.found_by);
  text += '\n';
  if (!result.test_source.empty())
    text += fmt::format("\n{}\ntest:   {}\n", result.test_source, (out / kTestFile).string());
  text += fmt::format("replay: {}\n{}", replay, list_others(result.others));
  for (const std::string& warning : result.warnings) text += fmt::format("warning: {}\n", warning);
  if (with_notes)
    for (const std::string& note : result.notes) text += fmt::format("note: {}\n", note);
  fmt::print("{}", valid_utf8(text));
}

int exit_status_of(const Reproduction& result) {
  return result.status == Status::kReproduced ? kReproducedStatus : kNotReproducedStatus;
}

}  // namespace reenact::cli
