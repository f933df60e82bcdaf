// Texts as arguments: made of what the subject knows and of what its tests and examples say, and changed.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/random.h"
#include "generate/values.h"

namespace reenact {

/// Appends a fresh text to `out`.
void fresh_text(std::string& out, const ValuePool& pool, Random& random);
/// Changes `text` in place, as text or as bytes; at most kMaxText bytes long.
void change_text(std::string& text, const ValuePool& pool, Random& random);
/// Joins `text` with `other`, which led to new code (libFuzzer's cross-over): mostly as lines before or behind it, else the beginning of
/// one and the end of the other, or a part of `other` put into it. At most kMaxText bytes long.
void join_texts(std::string& text, std::string_view other, const ValuePool& pool, Random& random);

inline constexpr std::size_t kMaxText = 16384;

}  // namespace reenact
