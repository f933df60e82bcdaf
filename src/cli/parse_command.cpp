#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "base/text.h"
#include "cli/commands.h"
#include "cli/input.h"
#include "crash/reader.h"
#include "output/result_json.h"

namespace reenact::cli {
namespace {

struct ParseArguments {
  std::string report;
  bool json = false, outermost_first = false;
  unsigned thread = 0;
};

/// `number`: as --frame counts, from the innermost, in either order.
std::string line_of(const Frame& frame, const std::string& number) {
  std::string line =
      fmt::format("  {:>3}  {:<9}  {}", number, to_string(frame.owner), frame.function.empty() ? "??" : frame.function);
  if (!frame.file.empty()) line += fmt::format("  {}:{}", frame.file, frame.line.value);
  return line + '\n';
}

std::string shown(const CrashReport& report, bool outermost_first) {
  std::string text = fmt::format("kind:     {}\n", to_string(report.kind));
  if (!report.exception_type.empty()) text += fmt::format("type:     {}\n", report.exception_type);
  if (report.check != BuiltInCheck::kNone) text += fmt::format("found by: {}\n", to_string(report.check));
  if (!report.ubsan_check.empty()) text += fmt::format("check:    {}\n", report.ubsan_check);
  if (!report.message.empty()) text += fmt::format("message:  {}\n", report.message);
  text += fmt::format("dialect:  {}\n", to_string(report.dialect));
  if (report.frames.empty()) return text + "frames:   none\n";
  text += fmt::format("frames:   ({} first)\n", outermost_first ? "outermost" : "innermost");
  if (report.frames_cut > 0) text += fmt::format("          the {} innermost are missing\n", report.frames_cut);
  std::vector<std::string> lines;
  std::size_t number = 0;
  const Frame* inner = nullptr;
  for (const Frame& frame : report.frames) {
    if (inner != nullptr && frame.number > inner->number + 1)
      lines.push_back(fmt::format("          {} more are missing\n", frame.number - inner->number - 1));
    inner = &frame;
    const bool subject = frame.owner == FrameOwner::kSubject && !frame.function.empty();
    lines.push_back(line_of(frame, subject ? std::to_string(++number) : ""));
  }
  if (outermost_first) std::ranges::reverse(lines);
  for (const std::string& line : lines) text += line;
  return text;
}

}  // namespace

void add_parse_command(CLI::App& app, int& exit_status) {
  auto arguments = std::make_shared<ParseArguments>();
  CLI::App* command =
      app.add_subcommand("parse", "Show what a crash report says: kind, message, frames and whose they are");
  command->add_option("REPORT", arguments->report, "The report's file, or - for standard input")->required();
  command->add_flag("--json", arguments->json,
                    "As JSON: kind, dialect, message, exception_type, ubsan_check, found_by, frames [index, function, "
                    "file, line, owner, "
                    "arguments]; index 0 is the innermost");
  command->add_flag("--outermost-first", arguments->outermost_first, "List the frames from main inwards");
  add_thread_option(command, arguments->thread);
  command->footer("Exit status: 0 understood; 2 bad usage, or no crash report.");
  command->callback([arguments, &exit_status] {
    const auto text = read_input(arguments->report);
    const auto report = text ? find_crash_report(*text, arguments->report == "-" ? "standard input" : arguments->report,
                                                 arguments->thread)
                             : std::unexpected(text.error());
    if (!report) {
      exit_status = fail(report.error());
      return;
    }
    fmt::print("{}", arguments->json ? report_json(*report, arguments->outermost_first)
                                     : valid_utf8(shown(*report, arguments->outermost_first)));
  });
}

}  // namespace reenact::cli
