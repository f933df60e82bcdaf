#include "shell.h"

#include <stdexcept>

int Shell::run(const std::string& command, int argument) {
  if (command == "cd") ++depth_;
  if (command == "up") --depth_;
  if (command == "set" && depth_ == 2) throw std::runtime_error("nothing to set");
  return depth_ + argument % 7;
}
