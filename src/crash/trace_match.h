// How far a trace that was seen agrees with the one looked for. One set of rules for the search (numbered functions) and
// the verdict (frames as text); traces are innermost first.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "abi/limits.h"

namespace reenact {

/// So many further frames may be seen between two that are wanted.
inline constexpr std::size_t kMaxElided = kReenactMaxElided;

/// Longer traces may hold recursion.
inline constexpr std::size_t kShortTrace = 8;  // frames

/// A run of frames repeated right behind itself says "recursion"; how often is not part of the crash. A report may be
/// cut anywhere in the cycle: a part of it at the outer end goes too. `same(a, b)`: are two frames one place?
template <typename Frame, typename Same>
std::vector<Frame> without_recursion(std::vector<Frame> frames, const Same& same) {
  for (std::size_t period = 1; period <= 16 && period * 2 <= frames.size(); ++period) {
    for (std::size_t i = 0; i + 2 * period <= frames.size();) {
      bool repeats = true;
      for (std::size_t k = 0; k < period && repeats; ++k) repeats = same(frames[i + k], frames[i + period + k]);
      if (!repeats) {
        ++i;
        continue;
      }
      frames.erase(frames.begin() + static_cast<std::ptrdiff_t>(i),
                   frames.begin() + static_cast<std::ptrdiff_t>(i + period));
      std::size_t rest = 0;
      while (rest < period && i + period + rest < frames.size() && same(frames[i + rest], frames[i + period + rest]))
        ++rest;
      if (rest > 0 && i + period + rest == frames.size()) frames.resize(i + period);
    }
  }
  return frames;
}

/// How many of the first `count` frames of `wanted` are seen, one after the other from the innermost, with at most
/// kMaxElided others between two, and `cut` inside of the first. `same(wanted, seen)`.
template <typename Wanted, typename Seen, typename Same>
std::size_t frames_in_order(const std::vector<Wanted>& wanted, const std::vector<Seen>& seen, std::size_t count,
                            const Same& same, std::size_t cut = 0) {
  std::size_t at = 0, matched = 0;
  for (; matched < std::min(count, wanted.size()); ++matched) {
    const std::size_t last = std::min(seen.size(), at + (matched == 0 ? cut : kMaxElided) + 1);
    std::size_t found = at;
    while (found < last && !same(wanted[matched], seen[found])) ++found;
    if (found >= last) break;
    at = found + 1;
  }
  return matched;
}

/// The frames of an exhausted stack's recursion, once around; empty if none is seen. Where in its cycle the stack ended
/// depends on the sizes of the frames (optimisation, sanitizer), so the innermost frame is left out: it may have
/// been met in its head.
template <typename Frame, typename Same>
std::vector<Frame> recursion_cycle(const std::vector<Frame>& frames, const Same& same) {
  for (std::size_t start = 1; start <= 8; ++start)
    for (std::size_t period = 1; period <= 24 && start + 2 * period <= frames.size(); ++period) {
      bool repeats = true;
      for (std::size_t k = 0; k < period && repeats; ++k) repeats = same(frames[start + k], frames[start + period + k]);
      if (repeats)
        return {frames.begin() + static_cast<std::ptrdiff_t>(start),
                frames.begin() + static_cast<std::ptrdiff_t>(start + period)};
    }
  return {};
}

/// Are two cycles one, wherever each begins? What one of them elided (see kMaxElided) may be missing in `wanted`.
template <typename Wanted, typename Seen, typename Same>
bool same_cycle(const std::vector<Wanted>& wanted, const std::vector<Seen>& seen, const Same& same) {
  if (wanted.empty() || seen.size() < wanted.size()) return false;
  std::vector<Seen> turned = seen;
  for (std::size_t turn = 0; turn < seen.size(); ++turn) {
    if (frames_in_order(wanted, turned, wanted.size(), same) == wanted.size()) return true;
    std::rotate(turned.begin(), turned.begin() + 1, turned.end());
  }
  return false;
}

}  // namespace reenact
