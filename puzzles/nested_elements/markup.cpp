#include "markup.h"

#include <cctype>

namespace markup {

int Reader::depth_of(const std::string& text) {
  deepest_ = 0;
  if (!text.empty() && text[0] == '<') read_element(text, 0, 1);
  return deepest_;
}

/// Behind the element that begins at `at`.
std::string::size_type Reader::read_element(const std::string& text, std::string::size_type at, int level) {
  const std::string::size_type end = text.find('>', at);
  if (end == std::string::npos || end == at + 1) return text.size();
  for (std::string::size_type i = at + 1; i < end; ++i)
    if (!std::isalpha(static_cast<unsigned char>(text[i]))) return text.size();
  if (level > deepest_) deepest_ = level;
  at = end + 1;
  while (at < text.size()) {
    if (text[at] != '<') {
      ++at;
      continue;
    }
    if (at + 1 < text.size() && text[at + 1] == '/') {
      const std::string::size_type closed = text.find('>', at);
      return closed == std::string::npos ? text.size() : closed + 1;
    }
    at = read_element(text, at, level + 1);
  }
  return at;
}

}  // namespace markup
