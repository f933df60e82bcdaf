#include "goal/report_place.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace reenact {
namespace {

bool has_code_at(const Function& function, Line line) {
  return std::ranges::any_of(
      function.blocks, [&](const Block& block) { return std::ranges::find(block.lines, line) != block.lines.end(); });
}

bool is_in(const Function& function, const std::string& file) {
  return function.file == file || function.file.ends_with("/" + std::filesystem::path(file).filename().string());
}

}  // namespace

Expected<void> name_function_of_place(CrashReport& report, const ProgramModel& program) {
  if (report.frames.size() != 1 || !report.frames.front().function.empty()) return {};
  Frame& place = report.frames.front();
  // Of a lambda and the function around it, the shorter one.
  const Function* best = nullptr;
  const auto length = [](const Function& function) { return function.last_line.value - function.first_line.value; };
  for (const Function& function : program.functions)
    if (is_in(function, place.file) && has_code_at(function, place.line) &&
        (best == nullptr || length(function) < length(*best)))
      best = &function;
  if (best == nullptr)
    return usage_error(fmt::format(
        "no function of the project has code at {}:{}\n  next step: is this the right project, and its right "
        "version?",
        place.file, place.line.value));
  place.function = best->linkage_name;
  return {};
}

}  // namespace reenact
