#include "base/repeats.h"

namespace reenact {
namespace {

constexpr std::size_t kLongestPiece = 16;

std::size_t times_at(std::string_view text, std::size_t at, std::size_t length) {
  std::size_t same = at;
  while (same + length < text.size() && text[same] == text[same + length]) ++same;
  return (same - at) / length + 1;
}

}  // namespace

std::vector<Repeat> repeats_in(std::string_view text, std::size_t fewest) {
  std::vector<Repeat> result;
  for (std::size_t at = 0; at < text.size();) {
    Repeat longest{.at = at, .length = 0, .times = 0};
    for (std::size_t length = 1; length <= kLongestPiece && at + length <= text.size(); ++length) {
      const Repeat each{.at = at, .length = length, .times = times_at(text, at, length)};
      if (each.times >= fewest && each.end() > longest.end()) longest = each;
    }
    if (longest.times == 0) {
      ++at;
      continue;
    }
    result.push_back(longest);
    at = longest.end();
  }
  return result;
}

}  // namespace reenact
