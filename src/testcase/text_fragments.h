// Pieces of which texts in the formats that libraries read are made: escapes, tags, quotes, brackets, keys and values.
#pragma once

#include <string>

#include "base/random.h"

namespace reenact {

/// Appends one piece. Where a format wants digits they are random ("\u" and four hexadecimal ones).
void append_fragment(std::string& text, Random& random);

}  // namespace reenact
