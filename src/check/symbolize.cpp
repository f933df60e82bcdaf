#include "check/symbolize.h"

#include <fmt/format.h>

#include <map>
#include <optional>
#include <regex>
#include <sstream>
#include <vector>

namespace reenact {
namespace {

/// A line of a trace without names.
struct RawFrame {
  std::string address, module, offset;
};

std::optional<RawFrame> raw_frame(const std::string& line) {
  static const std::regex form(R"(^\s+#\d+ (0x[0-9a-f]+)\s+\((.+)\+(0x[0-9a-f]+)\).*$)");
  std::smatch parts;
  if (!std::regex_match(line, parts, form)) return std::nullopt;
  return RawFrame{parts[1], parts[2], parts[3]};
}

/// As the symbolizer is asked for one.
std::string question(const RawFrame& frame) { return fmt::format("CODE \"{}\" {}", frame.module, frame.offset); }

/// "FUNCTION FILE:LINE:COLUMN" of the functions at a place, innermost first; empty: unknown.
using Names = std::vector<std::string>;

/// A sanitizer calls its "___interceptor_calloc" calloc when it names functions itself, and so do reports.
std::string without_prefix(const std::string& function) {
  for (const std::string_view prefix : {"___interceptor_", "__interceptor_"})
    if (function.starts_with(prefix)) return function.substr(prefix.size());
  return function;
}

/// The symbolizer answers with pairs of lines, and an empty line behind each place.
std::vector<Names> answers_in(const std::string& text) {
  std::vector<Names> result(1);
  std::istringstream lines(text);
  for (std::string function, place; std::getline(lines, function);) {
    if (function.empty())
      result.emplace_back();
    else if (std::getline(lines, place) && function != "??")
      result.back().push_back(without_prefix(function) + (place.starts_with("??") ? "" : " " + place));
  }
  return result;
}

Expected<std::map<std::string, Names>> ask(const std::string& report, const Confinement& confinement,
                                           const ProcessOptions& options) {
  constexpr std::size_t kMost = 4000;  // words of a command; a trace has 256 frames at most
  std::map<std::string, Names> names;
  std::vector<std::string> command{"llvm-symbolizer-19", "--demangle", "--inlines", "--functions=linkage"};
  const std::size_t options_count = command.size();
  std::istringstream lines(report);
  for (std::string line; std::getline(lines, line) && command.size() < kMost;)
    if (const auto frame = raw_frame(line); frame && names.emplace(question(*frame), Names{}).second)
      command.push_back(question(*frame));
  if (names.empty()) return names;
  const auto result = run_contained(confinement, command, options);
  if (!result) return std::unexpected(result.error());
  if (result->exit_status != 0)
    return subject_error(fmt::format("llvm-symbolizer-19 fails: {}", result->err.substr(0, 300)));
  const std::vector<Names> answers = answers_in(result->out);
  for (std::size_t i = 0; i < answers.size() && options_count + i < command.size(); ++i)
    names[command[options_count + i]] = answers[i];
  return names;
}

}  // namespace

Expected<std::string> symbolized(const std::string& report, const Confinement& confinement,
                                 const ProcessOptions& options) {
  const auto names = ask(report, confinement, options);
  if (!names) return std::unexpected(names.error());
  std::string result;
  std::istringstream lines(report);
  std::size_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    const auto frame = raw_frame(line);
    if (!frame) {
      number = 0;
      result += line + '\n';
      continue;
    }
    const auto known = names->find(question(*frame));
    const Names functions = known == names->end() ? Names{} : known->second;
    for (const std::string& function : functions)
      result += fmt::format("    #{} {} in {}\n", number++, frame->address, function);
    if (functions.empty())
      result += fmt::format("    #{} {}  ({}+{})\n", number++, frame->address, frame->module, frame->offset);
  }
  return result;
}

}  // namespace reenact
