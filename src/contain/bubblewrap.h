// Namespaces of its own for a program, made by bubblewrap.
#pragma once

#include <filesystem>
#include <initializer_list>
#include <set>
#include <string>
#include <vector>

namespace reenact {

/// The beginning of a command; the program's own words follow. It gets user, mount, process, network, IPC and host name
/// namespaces of its own: all files read-only but those below `writable`; /tmp and /dev/shm its own and empty, but for
/// what of `readable` and `writable` is below them; no capabilities; as the first process of its namespace, so that
/// nothing outlives it. That it does not outlive us is its own matter: were bubblewrap to end with us (--die-with-parent),
/// what it has not prepared yet would wait for it for ever.
[[nodiscard]] std::vector<std::string> in_namespaces(const std::vector<std::filesystem::path>& readable,
                                                     const std::vector<std::filesystem::path>& writable);

/// Where `path` is below /tmp or /dev/shm: the part of it that is shown whole, one folder below these ("/tmp/p" for
/// "/tmp/p/src/a.c": files beside it may be included). For a file right in /tmp: /tmp. Else empty.
[[nodiscard]] std::filesystem::path shown_of(const std::filesystem::path& path);
/// Those of all paths in the lists that have one, a folder before what is in it.
[[nodiscard]] std::set<std::filesystem::path> shown_of(std::initializer_list<std::vector<std::filesystem::path>> lists);

}  // namespace reenact
