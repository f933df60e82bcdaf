#pragma once

#include <string>

class Isbn {
 public:
  /// Accepts three letters and a check letter only.
  explicit Isbn(const std::string& text);
  int group() const;

 private:
  std::string text_;
};
