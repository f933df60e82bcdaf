#include <fmt/format.h>

#include <memory>

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

void print_report(const CrashReport& report) {
  fmt::print("kind:     {}\n", to_string(report.kind));
  if (!report.exception_type.empty()) fmt::print("type:     {}\n", report.exception_type);
  if (!report.ubsan_check.empty()) fmt::print("check:    {}\n", report.ubsan_check);
  if (!report.message.empty()) fmt::print("message:  {}\n", report.message);
  fmt::print("dialect:  {}\nframes:   (innermost first)\n", to_string(report.dialect));
  std::size_t number = 0;
  for (const Frame& frame : report.frames) {
    const bool subject = frame.owner == FrameOwner::kSubject && !frame.function.empty();
    fmt::print("  {:>3}  {:<9}  {}", subject ? std::to_string(++number) : "", to_string(frame.owner),
               frame.function.empty() ? "??" : frame.function);
    if (!frame.file.empty()) fmt::print("  {}:{}", frame.file, frame.line.value);
    fmt::print("\n");
  }
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
  command->callback([arguments, &exit_status] {
    const auto text = read_input(arguments->report);
    const auto report = text ? read_crash_report(*text, arguments->report == "-" ? "standard input" : arguments->report)
                             : std::unexpected(text.error());
    if (!report) {
      exit_status = fail(report.error());
      return;
    }
    if (arguments->json)
      fmt::print("{}", report_json(*report));
    else
      print_report(*report);
  });
}

}  // namespace reenact::cli
