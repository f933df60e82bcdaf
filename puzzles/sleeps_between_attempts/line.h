#pragma once

#include <string>

namespace meter {

/// The serial line to a meter that may be asleep.
class Line {
 public:
  /// Writes a command; tries again after a pause.
  void send(const std::string& command);
  /// What the meter shows.
  [[nodiscard]] int read() const;

 private:
  int attempts_ = 0;
};

}  // namespace meter
