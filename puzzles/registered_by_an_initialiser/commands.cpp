#include "commands.h"

#include <stdexcept>

#include "registry.h"

std::map<std::string, Command>& registry() {
  static std::map<std::string, Command> all;
  return all;
}

int run_command(const std::string& name, const std::vector<int>& numbers) {
  const auto found = registry().find(name);
  if (found == registry().end()) throw std::invalid_argument("no such command");
  return found->second(numbers);
}
