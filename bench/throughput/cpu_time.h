// Processor time of this process and all processes under it: on a machine that others use too, a steadier
// measure of what work on one core costs than the wall clock.
#pragma once

#include <unistd.h>

#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace reenact::bench {

/// Seconds, to a clock tick (10 ms): living descendants, what those have waited for, and this process itself.
inline double cpu_seconds_of_tree() {
  struct Process {
    long parent = 0, ticks = 0;
  };
  std::map<long, Process> all;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    const std::string name = entry.path().filename().string();
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    std::ifstream file(entry.path() / "stat");
    std::string text;
    if (!std::getline(file, text) || text.rfind(')') == std::string::npos) continue;
    std::istringstream fields(text.substr(text.rfind(')') + 2));
    std::vector<std::string> words{std::istream_iterator<std::string>(fields), {}};
    constexpr std::size_t kParent = 1, kFirstTime = 11, kLastTime = 14;  // proc(5): ppid, utime ... cstime
    if (words.size() <= kLastTime) continue;
    Process& process = all[std::stol(name)];
    process.parent = std::stol(words[kParent]);
    for (std::size_t i = kFirstTime; i <= kLastTime; ++i) process.ticks += std::stol(words[i]);
  }
  long ticks = 0;
  for (const auto& [id, process] : all) {
    long at = id;
    while (at != getpid() && all.contains(at)) at = all[at].parent;
    if (at == getpid()) ticks += process.ticks;
  }
  return static_cast<double>(ticks) / static_cast<double>(sysconf(_SC_CLK_TCK));
}

/// Seconds of this process alone.
inline double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

}  // namespace reenact::bench
