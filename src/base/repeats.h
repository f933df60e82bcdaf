// Where a text repeats itself, as texts do that make a parser nest: "[[[[[...", "<a><a><a>...".
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace reenact {

/// A part of a text: `piece`, so many times in a row.
struct Stretch {
  std::string_view piece;
  std::size_t times = 1;
  [[nodiscard]] bool repeats() const { return times > 1; }
  bool operator==(const Stretch&) const = default;
};

/// All of `text`, in order: what repeats is a piece of at most 16 bytes that stands there at least `fewest` times and fills at least
/// `least` bytes; all in between has times = 1. Of two at one place the longer stretch counts, and of equally long ones the
/// shorter piece. REQUIRES: fewest >= 2; `text` outlives the result.
[[nodiscard]] std::vector<Stretch> stretches_of(std::string_view text, std::size_t fewest, std::size_t least = 0);

}  // namespace reenact
