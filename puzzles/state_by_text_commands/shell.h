#pragma once

#include <string>

class Shell {
 public:
  /// Runs a command: "cd", "up" or "set".
  int run(const std::string& command, int argument);

 private:
  int depth_ = 0;
};
