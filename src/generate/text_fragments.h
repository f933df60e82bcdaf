// Pieces of which texts in the formats that libraries read are made: escapes, tags, quotes, brackets, keys and values.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/random.h"

namespace reenact {

/// The pieces all of whose punctuation is among `known`: of a reader that compares with '<' and '/' those of XML. All of
/// them if hardly any fits, for then `known` tells nothing about the format.
[[nodiscard]] std::vector<std::uint16_t> fitting_fragments(std::string_view known);

/// Appends one of the pieces `among`. Where a format wants digits they are random ("\u" and four hexadecimal ones).
void append_fragment(std::string& text, const std::vector<std::uint16_t>& among, Random& random);

}  // namespace reenact
