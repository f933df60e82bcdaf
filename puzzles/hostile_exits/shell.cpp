#include "shell.h"

#include <unistd.h>

#include <cstdlib>
#include <stdexcept>

int Shell::run(const std::string& command, int argument) {
  if (argument < 0) exit(0);
  if (command.empty()) _exit(3);
  if (command == "quit") quick_exit(argument & 1);
  if (command == "cd") ++depth_;
  if (command == "set" && depth_ > 0) throw std::runtime_error("nothing to set");
  return depth_;
}
