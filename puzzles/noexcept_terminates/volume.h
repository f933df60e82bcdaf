#pragma once

#include <string>

class Volume {
 public:
  /// Sets the volume from a text such as "7".
  void set(const std::string& text) noexcept;

 private:
  static int read(const std::string& text);
  int value_ = 0;
};
