// How far a trace that was seen agrees with the one looked for. One set of rules for the search (numbered functions) and
// the verdict (frames as text); traces are innermost first.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <limits>
#include <vector>

#include "abi/limits.h"

namespace reenact {

/// A report from an optimised build lacks the frames of functions that ended in a call: its tail call replaced them. So
/// many may be seen between two that are wanted, where the subject has no call of the inner one at the outer one's line, or
/// only one through a pointer and the report may be of an optimised build.
inline constexpr std::size_t kMaxElided = kReenactMaxElided;

/// Frames that may be seen between two that are wanted: of an exhausted stack whose trace lacks some in the middle.
inline constexpr std::size_t kAnyNumber = std::numeric_limits<std::size_t>::max();

/// How many frames may be seen between `wanted` and the next one outside.
template <typename Frame>
std::size_t most_between(const Frame& wanted) {
  if (wanted.left_out == 0) return wanted.is_called_directly ? 0 : kMaxElided;
  return wanted.left_out == kAnyNumber ? kAnyNumber : wanted.left_out + kMaxElided;
}

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

/// What decides about single frames: `same(wanted, seen)` are they one place; `elided(wanted)` how many may have been left out
/// between a frame that is wanted and the next one outside; `optional(wanted)` may it be missing in what is seen;
/// `variant(inner, outer)` do two that are seen show one constructor or destructor (C1 around C2, D0 around D2).
template <typename Same, typename Elided, typename Optional, typename Variant>
struct TraceRules {
  Same same;
  Elided elided;
  Optional optional;
  Variant variant;
};

/// frames_in_order() of what is behind `matched` frames of `wanted`, which were found in front of `seen[at]`.
template <typename Wanted, typename Seen, typename... Rules>
std::size_t frames_in_order_from(std::size_t matched, std::size_t at, const std::vector<Wanted>& wanted,
                                 const std::vector<Seen>& seen, std::size_t count, const TraceRules<Rules...>& rules,
                                 std::size_t cut) {
  for (; matched < count; ++matched) {
    std::size_t others = matched == 0 ? cut : rules.elided(wanted[matched - 1]);
    // What is behind the middle of a recursion may look like the recursion: any place may be the right one.
    if (others == kAnyNumber) {
      std::size_t most = matched;
      for (std::size_t found = at; found < seen.size() && most < count; ++found)
        if (rules.same(wanted[matched], seen[found]))
          most = std::max(most, frames_in_order_from(matched + 1, found + 1, wanted, seen, count, rules, cut));
      return most;
    }
    std::size_t found = at;
    for (; found < seen.size() && !rules.same(wanted[matched], seen[found]); ++found) {
      if (matched > 0 && found > 0 && rules.variant(seen[found - 1], seen[found])) continue;
      if (others-- == 0) {
        found = seen.size();
        break;
      }
    }
    if (found < seen.size())
      at = found + 1;
    else if (!rules.optional(wanted[matched]))
      break;
  }
  return matched;
}

/// How many of the first `count` frames of `wanted` are seen, one after the other from the innermost, with no more others
/// between two than the rules say, and `cut` inside of the first.
template <typename Wanted, typename Seen, typename... Rules>
std::size_t frames_in_order(const std::vector<Wanted>& wanted, const std::vector<Seen>& seen, std::size_t count,
                            const TraceRules<Rules...>& rules, std::size_t cut = 0) {
  return frames_in_order_from(0, 0, wanted, seen, std::min(count, wanted.size()), rules, cut);
}

/// Of frames of which nothing is known but `same`: anywhere kMaxElided may have been left out.
template <typename Wanted, typename Seen, typename Same>
auto rules_of(const Same& same) {
  return TraceRules{same, [](const Wanted&) { return kMaxElided; }, [](const Wanted&) { return false; },
                    [](const Seen&, const Seen&) { return false; }};
}

/// frames_in_order() where nothing is known of the frames but `same`.
template <typename Wanted, typename Seen, typename Same>
  requires std::predicate<Same, const Wanted&, const Seen&>
std::size_t frames_in_order(const std::vector<Wanted>& wanted, const std::vector<Seen>& seen, std::size_t count,
                            const Same& same, std::size_t cut = 0) {
  return frames_in_order(wanted, seen, count, rules_of<Wanted, Seen>(same), cut);
}

/// The frames of an exhausted stack's recursion, once around; empty if none is seen. Where in its cycle the stack ended
/// depends on the sizes of the frames (optimisation, sanitizer): it may have been in calls that lead out of it, of which there are up to
/// `kDeepestLeaf`, and the innermost frame may have been met in its head. Of several runs that repeat, the longest is the recursion.
template <typename Frame, typename Same>
std::vector<Frame> recursion_cycle(const std::vector<Frame>& frames, const Same& same) {
  constexpr std::size_t kDeepestLeaf = 32, kLongestPeriod = 24;
  std::size_t longest = 0, begin = 0, length = 0;
  for (std::size_t start = 1; start <= kDeepestLeaf; ++start)
    for (std::size_t period = 1; period <= kLongestPeriod && start + 2 * period <= frames.size(); ++period) {
      std::size_t end = start + period;
      while (end < frames.size() && same(frames[end - period], frames[end])) ++end;
      if (end - start < 2 * period || end - start <= longest) continue;
      longest = end - start;
      begin = start;
      length = period;
    }
  return {frames.begin() + static_cast<std::ptrdiff_t>(begin),
          frames.begin() + static_cast<std::ptrdiff_t>(begin + length)};
}

/// Are two cycles one, wherever each begins? What one of them elided (see kMaxElided) may be missing in `wanted`.
template <typename Wanted, typename Seen, typename... Rules>
bool same_cycle(const std::vector<Wanted>& wanted, const std::vector<Seen>& seen, const TraceRules<Rules...>& rules) {
  if (wanted.empty() || seen.size() < wanted.size()) return false;
  std::vector<Seen> turned = seen;
  for (std::size_t turn = 0; turn < seen.size(); ++turn) {
    if (frames_in_order(wanted, turned, wanted.size(), rules) == wanted.size()) return true;
    std::rotate(turned.begin(), turned.begin() + 1, turned.end());
  }
  return false;
}

/// The same where nothing is known of the frames but `same`.
template <typename Wanted, typename Seen, typename Same>
  requires std::predicate<Same, const Wanted&, const Seen&>
bool same_cycle(const std::vector<Wanted>& wanted, const std::vector<Seen>& seen, const Same& same) {
  return same_cycle(wanted, seen, rules_of<Wanted, Seen>(same));
}

}  // namespace reenact
