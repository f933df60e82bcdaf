// Where a text repeats itself, as texts do that make a parser nest: "[[[[[...", "<a><a><a>...".
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace reenact {

/// text.substr(at, length * times) is `times` times text.substr(at, length).
struct Repeat {
  std::size_t at = 0, length = 0, times = 0;
  [[nodiscard]] std::size_t end() const { return at + length * times; }
  bool operator==(const Repeat&) const = default;
};

/// The stretches of `text` in which a piece of at most 16 bytes stands at least `fewest` times in a row, in order; they do not overlap. Of
/// two at one place the longer stretch counts, and of equally long ones the shorter piece. REQUIRES: fewest >= 2.
[[nodiscard]] std::vector<Repeat> repeats_in(std::string_view text, std::size_t fewest);

}  // namespace reenact
