#include "contain/bubblewrap.h"

#include <iterator>

namespace reenact {

namespace fs = std::filesystem;

fs::path shown_of(const fs::path& path) {
  for (const fs::path hidden : {"/tmp", "/dev/shm"}) {
    const fs::path below = path.lexically_normal().lexically_relative(hidden);
    if (below.empty() || *below.begin() == "..") continue;
    const fs::path first = *below.begin();
    std::error_code ignored;
    const bool is_file_in_it = std::next(below.begin()) == below.end() && !fs::is_directory(path, ignored);
    return first == "." || is_file_in_it ? hidden : hidden / first;
  }
  return {};
}

std::set<fs::path> shown_of(std::initializer_list<std::vector<fs::path>> lists) {
  std::set<fs::path> shown;
  for (const auto& list : lists)
    for (const fs::path& path : list)
      if (fs::path part = shown_of(path); !part.empty()) shown.insert(std::move(part));
  return shown;
}

std::vector<std::string> in_namespaces(const std::vector<fs::path>& readable, const std::vector<fs::path>& writable) {
  // Of memory: files below these are in it.
  constexpr const char* kOwnFiles = "268435456";
  std::vector<std::string> command{"bwrap",
                                   "--unshare-user",
                                   "--unshare-pid",
                                   "--unshare-net",
                                   "--unshare-ipc",
                                   "--unshare-uts",
                                   "--as-pid-1",
                                   "--cap-drop",
                                   "ALL",
                                   "--ro-bind",
                                   "/",
                                   "/",
                                   "--dev",
                                   "/dev",
                                   "--proc",
                                   "/proc",
                                   "--size",
                                   kOwnFiles,
                                   "--tmpfs",
                                   "/tmp",
                                   "--size",
                                   kOwnFiles,
                                   "--tmpfs",
                                   "/dev/shm"};
  for (const fs::path& part : shown_of({readable, writable}))
    command.insert(command.end(), {"--ro-bind-try", part.string(), part.string()});
  for (const fs::path& folder : writable) command.insert(command.end(), {"--bind", folder.string(), folder.string()});
  command.emplace_back("--");
  return command;
}

}  // namespace reenact
