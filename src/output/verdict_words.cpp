#include "output/verdict_words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

#include "crash/match.h"

namespace reenact {

std::string claimed_frames(const Reproduction& result) {
  if (result.verdict.cycle > 0)
    return fmt::format("the {} frames of the recursion, of {}", result.verdict.cycle, result.frames_total);
  return fmt::format("{} of {} frames", result.frames_reproduced, result.frames_total);
}

std::string contrived(const Reproduction& result) {
  if (result.broken_contracts.empty()) return "";
  return fmt::format("; crashes as reported, but {}", fmt::join(result.broken_contracts, "; "));
}

std::string limits_of(const Reproduction& result) {
  std::string text;
  if (const auto& frames = result.frames_of_the_program; !frames.empty()) {
    std::vector<std::string> places;
    for (const Frame& frame : frames) places.push_back(place_of(frame.function, frame.file, frame.line));
    text += fmt::format("taken for the user's program, and not in the test: the {} {}\n",
                        frames.size() == 1 ? "outermost frame" : fmt::format("{} outermost frames", frames.size()),
                        fmt::join(places, ", "));
  }
  if (!result.verdict.earlier.empty())
    text += fmt::format("before the crash, sanitizers find another bug: {}\n", result.verdict.earlier);
  if (!result.verdict.not_compared.empty())
    text += fmt::format("not compared: {}\n", fmt::join(result.verdict.not_compared, "; "));
  return text;
}

}  // namespace reenact
