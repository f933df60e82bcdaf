#pragma once

#include <string>

class Shell {
 public:
  /// Runs a command: "exit", "quit", "cd" or "set".
  int run(const std::string& command, int argument);

 private:
  int depth_ = 0;
};
