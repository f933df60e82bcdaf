#pragma once

#include <string>

namespace markup {

/// Reads nested elements: "<b><i>text</i></b>". Their names are letters.
class Reader {
 public:
  /// Of the deepest element; 0 where there is none.
  int depth_of(const std::string& text);

 private:
  std::string::size_type read_element(const std::string& text, std::string::size_type at, int level);
  int deepest_ = 0;
};

}  // namespace markup
