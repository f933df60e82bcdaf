// Texts as arguments: made of what the subject knows and of what its tests and examples say, and changed.
#pragma once

#include <cstddef>
#include <string>

#include "base/random.h"
#include "generate/values.h"

namespace reenact {

/// Appends a fresh text to `out`.
void fresh_text(std::string& out, const ValuePool& pool, Random& random);
/// Changes `text` in place, as text or as bytes; at most kMaxText bytes long.
void change_text(std::string& text, const ValuePool& pool, Random& random);

inline constexpr std::size_t kMaxText = 16384;

}  // namespace reenact
