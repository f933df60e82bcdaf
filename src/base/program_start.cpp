#include "base/program_start.h"

#include <sys/wait.h>

#include <string_view>

extern char** environ;

namespace reenact {

std::vector<char*> null_terminated(const std::vector<std::string>& strings) {
  std::vector<char*> result;
  result.reserve(strings.size() + 1);
  for (const std::string& each : strings) result.push_back(const_cast<char*>(each.c_str()));
  result.push_back(nullptr);
  return result;
}

std::vector<std::string> environment_with(const std::vector<std::string>& added) {
  std::vector<std::string> result;
  for (char** each = environ; *each != nullptr; ++each) {
    const std::string_view entry = *each;
    const std::string_view name = entry.substr(0, entry.find('=') + 1);
    bool replaced = false;
    for (const std::string& own : added) replaced = replaced || own.starts_with(name);
    if (!replaced) result.emplace_back(entry);
  }
  result.insert(result.end(), added.begin(), added.end());
  return result;
}

int shell_status_of(int wait_status) {
  return WIFSIGNALED(wait_status) ? 128 + WTERMSIG(wait_status) : WEXITSTATUS(wait_status);
}

}  // namespace reenact
