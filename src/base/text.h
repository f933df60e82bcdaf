// Small things done to text in more than one folder.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace reenact {

/// `text` with ASCII letters in lower case; other bytes stay.
[[nodiscard]] std::string lower(std::string text);
/// Replaces every occurrence of `from` from left to right; what `to` brings in is not searched again.
/// REQUIRES: `from` is not empty.
void replace_all(std::string& text, std::string_view from, std::string_view to);
/// `text` without the blanks around it.
[[nodiscard]] std::string_view trimmed(std::string_view text);
/// "b.c" of "/a/b.c", of "b.c" itself; a part of `path`.
[[nodiscard]] std::string_view last_component(std::string_view path);
/// "c" of "a::b::c", of "c" itself; a part of `name`. REQUIRES: no template arguments, which may hold names of their own.
[[nodiscard]] std::string_view unqualified(std::string_view name);
/// Is it part of an identifier?
[[nodiscard]] bool is_of_word(char c);
/// From `at` on, the next place of `word` as a word of its own: of "main", not in "main_loop" or "domain"; an end of
/// `word` that is part of no identifier ("operator()") may have anything beside it. npos: none. REQUIRES: `word` is not empty.
[[nodiscard]] std::size_t find_word(std::string_view text, std::string_view word, std::size_t at = 0);
/// `text` as UTF-8: each byte that is part of no valid sequence (RFC 3629, section 4) becomes \xNN. Whatever a subject
/// says passes here before it reaches a terminal or a file of text.
[[nodiscard]] std::string valid_utf8(std::string_view text);

}  // namespace reenact
