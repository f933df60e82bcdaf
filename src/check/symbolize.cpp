#include "check/symbolize.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <regex>
#include <sstream>

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

using Name = PlaceNames::Name;
using Names = PlaceNames::Names;

/// A sanitizer calls its "___interceptor_calloc" calloc when it names functions itself, and so do reports.
std::string without_prefix(const std::string& function) {
  for (const std::string_view prefix : {"___interceptor_", "__interceptor_"})
    if (function.starts_with(prefix)) return function.substr(prefix.size());
  return function;
}

/// "??:0:0", or "crtstuff.c:0:0": without debug information, the file of a symbol somewhere in front of the code.
bool tells_nothing(const std::string& place) {
  return place.starts_with("??") || (!place.contains('/') && place.ends_with(":0:0"));
}

/// The symbolizer answers with pairs of lines, and an empty line behind each place.
std::vector<Names> answers_in(const std::string& text) {
  std::vector<Names> result(1);
  std::istringstream lines(text);
  for (std::string function, place; std::getline(lines, function);) {
    if (function.empty())
      result.emplace_back();
    else if (std::getline(lines, place) && function != "??")
      result.back().push_back({.function = without_prefix(function), .place = tells_nothing(place) ? "" : place});
  }
  return result;
}

}  // namespace

Expected<void> PlaceNames::ask(const std::string& report, const Confinement& confinement,
                               const ProcessOptions& options) {
  constexpr std::size_t kMost = 4000;  // words of a command; a trace has 256 frames at most
  const std::vector<std::string> symbolizer{"llvm-symbolizer-19", "--demangle", "--inlines", "--functions=linkage"};
  std::vector<std::string> questions;
  std::istringstream lines(report);
  for (std::string line; std::getline(lines, line) && questions.size() < kMost;)
    if (const auto frame = raw_frame(line); frame && !known_.contains(question(*frame)))
      questions.push_back(question(*frame));
  std::ranges::sort(questions);
  questions.erase(std::ranges::unique(questions).begin(), questions.end());
  if (questions.empty()) return {};
  std::vector<std::string> command = symbolizer;
  command.insert(command.end(), questions.begin(), questions.end());
  const auto result = run_contained(confinement, command, options);
  if (!result) return std::unexpected(result.error());
  if (result->exit_status != 0)
    return subject_error(fmt::format("llvm-symbolizer-19 fails: {}", result->err.substr(0, 300)));
  std::vector<Names> answers = answers_in(result->out);
  answers.resize(questions.size());
  for (std::size_t i = 0; i < questions.size(); ++i) known_[questions[i]] = std::move(answers[i]);
  return {};
}

Expected<std::string> PlaceNames::symbolized(const std::string& report, const Confinement& confinement,
                                             const ProcessOptions& options) {
  const std::lock_guard lock(mutex_);
  if (const auto asked = ask(report, confinement, options); !asked) return std::unexpected(asked.error());
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
    const auto known = known_.find(question(*frame));
    const Names names = known == known_.end() ? Names{} : known->second;
    const std::string in_module = fmt::format("({}+{})", frame->module, frame->offset);
    for (const Name& name : names)
      result += fmt::format("    #{} {} in {} {}\n", number++, frame->address, name.function,
                            name.place.empty() ? in_module : name.place);
    if (names.empty()) result += fmt::format("    #{} {}  {}\n", number++, frame->address, in_module);
  }
  return result;
}

}  // namespace reenact
