#include "output/explanation_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "base/text.h"

namespace reenact {
namespace {

/// Lines of source files, read once.
class Sources {
 public:
  /// Without blanks around it; empty: there is no such line.
  std::string line(const std::string& file, Line number) {
    auto [at, is_new] = lines_.try_emplace(file);
    if (is_new) {
      std::string text = read_file(file).value_or(""), one;
      for (const char each : text + "\n") {
        if (each != '\n') {
          one += each;
          continue;
        }
        at->second.push_back(std::move(one));
        one.clear();
      }
    }
    if (number.value == 0 || number.value > at->second.size()) return {};
    const std::string& found = at->second[number.value - 1];
    const auto first = found.find_first_not_of(" \t"), last = found.find_last_not_of(" \t\r");
    return first == std::string::npos ? std::string{} : found.substr(first, last - first + 1);
  }

 private:
  std::map<std::string, std::vector<std::string>> lines_;
};

std::string file_name(const std::string& path) { return path.substr(path.rfind('/') + 1); }

std::string conditions_text(const ExplainedPrecondition& precondition, Sources& sources) {
  std::string text;
  std::vector<std::string> implicit;
  for (const ExplainedCondition& each : precondition.conditions) {
    if (each.is_implicit) {
      implicit.push_back(each.words);
      continue;
    }
    const std::string place = each.line.value == 0 ? "" : fmt::format("{}:{}", file_name(each.file), each.line.value);
    text += fmt::format("      {:<44}  {}  {}\n", each.words, place, sources.line(each.file, each.line));
  }
  std::ranges::sort(implicit);
  const auto repeats = std::ranges::unique(implicit);
  implicit.erase(repeats.begin(), repeats.end());
  if (!implicit.empty()) {
    text += "      and, so that it gets there: ";
    for (std::size_t i = 0; i < implicit.size(); ++i) text += (i == 0 ? "" : ", ") + implicit[i];
    text += '\n';
  }
  return text.empty() ? "      nothing: it always crashes here\n" : text;
}

std::string frame_text(const Explanation& explanation, const ExplainedFrame& frame, std::size_t number,
                       std::size_t shown, Sources& sources) {
  std::string text =
      fmt::format("frame {}: {}  {}:{}\n", number, frame.function, file_name(frame.file), frame.line.value);
  if (frame.preconditions.empty())
    return text + (frame.cannot_be ? "    it cannot crash there: no path leads there with the condition of the crash\n"
                                   : "    no precondition found\n");
  const std::size_t count = frame.preconditions.size();
  for (std::size_t i = 0; i < std::min(shown, count); ++i) {
    const ExplainedPrecondition& each = frame.preconditions[i];
    text += fmt::format(
        "    {} it crashes if{}{}\n", i == 0 ? "when it is entered," : "or,",
        explanation.candidates.size() > 1 ? fmt::format(" ({})", explanation.candidates[each.candidate]) : "",
        each.is_proven    ? ""
        : each.is_shallow ? ", as far as this can tell without looking into other calls"
                          : ", as far as this can tell");
    text += conditions_text(each, sources);
  }
  if (count > shown) text += fmt::format("    and {} more (--all shows them)\n", count - shown);
  return text;
}

}  // namespace

std::string explanation_text(const Explanation& explanation, std::size_t shown) {
  Sources sources;
  std::string text;
  if (explanation.candidates.empty()) text += "no condition of the crash is known\n";
  for (std::size_t i = 0; i < explanation.candidates.size(); ++i)
    text += fmt::format("{} {}\n", i == 0 ? "it crashes if" : "           or", explanation.candidates[i]);
  for (std::size_t i = 0; i < explanation.frames.size(); ++i)
    text += '\n' + frame_text(explanation, explanation.frames[i], i + 1, shown, sources);
  const backward::Counters& counted = explanation.counters;
  text += fmt::format("\n{} paths, {} questions to the solver, {:.1f} s\n", counted.paths, counted.checks,
                      explanation.seconds);
  if (!explanation.stopped.empty()) text += fmt::format("stopped: {}\n", explanation.stopped);
  for (const auto& [why, times] : counted.given_up) text += fmt::format("given up {}x: {}\n", times, why);
  for (const auto& [why, times] : counted.guessed) text += fmt::format("guessed {}x: {}\n", times, why);
  return text;
}

std::string explanation_json(const Explanation& explanation) {
  using nlohmann::json;
  json frames = json::array();
  for (const ExplainedFrame& frame : explanation.frames) {
    json preconditions = json::array();
    for (const ExplainedPrecondition& each : frame.preconditions) {
      json conditions = json::array();
      for (const ExplainedCondition& one : each.conditions)
        conditions.push_back({{"condition", valid_utf8(one.words)},
                              {"file", one.file},
                              {"line", one.line.value},
                              {"implicit", one.is_implicit}});
      preconditions.push_back({{"candidate", each.candidate},
                               {"proven", each.is_proven},
                               {"shallow", each.is_shallow},
                               {"conditions", conditions}});
    }
    frames.push_back({{"function", frame.function},
                      {"file", frame.file},
                      {"line", frame.line.value},
                      {"cannot_be", frame.cannot_be},
                      {"preconditions", preconditions}});
  }
  const backward::Counters& counted = explanation.counters;
  const json counters = {{"paths", counted.paths},
                         {"checks", counted.checks},
                         {"blocks", counted.blocks},
                         {"fields", counted.fields},
                         {"arrays", counted.arrays},
                         {"calls", counted.calls},
                         {"pruned", counted.pruned},
                         {"summed_up", counted.summed_up},
                         {"backtracked", counted.backtracked},
                         {"contradictions", counted.contradictions},
                         {"undecided", counted.undecided}};
  const json all = {
      {"candidates", explanation.candidates}, {"frames", frames},           {"counters", counters},
      {"given_up", counted.given_up},         {"guessed", counted.guessed}, {"stopped", explanation.stopped},
      {"seconds", explanation.seconds}};
  return all.dump(2, ' ', false, json::error_handler_t::replace) + '\n';
}

}  // namespace reenact
