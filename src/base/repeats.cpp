#include "base/repeats.h"

namespace reenact {
namespace {

constexpr std::size_t kLongestPiece = 16;

std::size_t times_at(std::string_view text, std::size_t at, std::size_t length) {
  std::size_t same = at;
  while (same + length < text.size() && text[same] == text[same + length]) ++same;
  return (same - at) / length + 1;
}

std::size_t bytes_of(const Stretch& stretch) { return stretch.piece.size() * stretch.times; }

/// What repeats from `at` on; if nothing does, it has no bytes.
Stretch longest_at(std::string_view text, std::size_t at, std::size_t fewest) {
  Stretch longest;
  for (std::size_t length = 1; length <= kLongestPiece && at + length <= text.size(); ++length) {
    const Stretch each{.piece = text.substr(at, length), .times = times_at(text, at, length)};
    if (each.times >= fewest && bytes_of(each) > bytes_of(longest)) longest = each;
  }
  return longest;
}

}  // namespace

std::vector<Stretch> stretches_of(std::string_view text, std::size_t fewest, std::size_t least) {
  std::vector<Stretch> result;
  std::size_t plain = 0;  // where what does not repeat began
  const auto end_plain = [&](std::size_t end) {
    if (plain < end) result.push_back({.piece = text.substr(plain, end - plain)});
  };
  for (std::size_t at = 0; at < text.size();) {
    const Stretch here = longest_at(text, at, fewest);
    const std::size_t bytes = bytes_of(here);
    if (bytes > 0 && bytes >= least) {
      end_plain(at);
      result.push_back(here);
      plain = at + bytes;
    }
    at += bytes > 0 ? bytes : 1;
  }
  end_plain(text.size());
  return result;
}

}  // namespace reenact
