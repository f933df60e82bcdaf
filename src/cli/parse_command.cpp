#include <fmt/format.h>

#include <memory>

#include "base/text.h"
#include "cli/commands.h"
#include "cli/input.h"
#include "crash/reader.h"
#include "report/result_json.h"

namespace reenact::cli {
namespace {

struct ParseArguments {
  std::string report;
  bool json = false;
};

std::string shown(const CrashReport& report) {
  std::string text = fmt::format("kind:     {}\n", to_string(report.kind));
  if (!report.exception_type.empty()) text += fmt::format("type:     {}\n", report.exception_type);
  if (!report.ubsan_check.empty()) text += fmt::format("check:    {}\n", report.ubsan_check);
  if (!report.message.empty()) text += fmt::format("message:  {}\n", report.message);
  text += fmt::format("dialect:  {}\nframes:   (innermost first)\n", to_string(report.dialect));
  std::size_t number = 0;
  for (const Frame& frame : report.frames) {
    const bool subject = frame.owner == FrameOwner::kSubject && !frame.function.empty();
    text += fmt::format("  {:>3}  {:<9}  {}", subject ? std::to_string(++number) : "", to_string(frame.owner),
                        frame.function.empty() ? "??" : frame.function);
    if (!frame.file.empty()) text += fmt::format("  {}:{}", frame.file, frame.line.value);
    text += '\n';
  }
  return text;
}

}  // namespace

void add_parse_command(CLI::App& app, int& exit_status) {
  auto arguments = std::make_shared<ParseArguments>();
  CLI::App* command =
      app.add_subcommand("parse", "Show what a crash report says: kind, message, frames and whose they are");
  command->add_option("REPORT", arguments->report, "The report's file, or - for standard input")->required();
  command->add_flag(
      "--json", arguments->json,
      "As JSON: kind, dialect, message, exception_type, ubsan_check, frames [function, file, line, owner, arguments]");
  command->footer("Exit status: 0 understood; 2 bad usage, or no crash report.");
  command->callback([arguments, &exit_status] {
    const auto text = read_input(arguments->report);
    const auto report = text ? read_crash_report(*text, arguments->report == "-" ? "standard input" : arguments->report)
                             : std::unexpected(text.error());
    if (!report) {
      exit_status = fail(report.error());
      return;
    }
    fmt::print("{}", arguments->json ? report_json(*report) : valid_utf8(shown(*report)));
  });
}

}  // namespace reenact::cli
