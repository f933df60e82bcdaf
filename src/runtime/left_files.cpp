// Files that a test left in its folder. The next test would find them; a fresh process, which confirms what it does, would not.
#include <dirent.h>
#include <fcntl.h>
#include <sys/inotify.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "runtime/runtime.h"

namespace reenact::runtime {
namespace {

constexpr int kDeepest = 16;  // folders inside one another

int watch = -1;  // tells of new names in the folder; -1: nothing does

bool is_there_anything_new() {
  if (watch < 0) return true;
  alignas(inotify_event) char events[4096];
  bool any = false;
  while (syscall(SYS_read, watch, events, sizeof events) > 0) any = true;
  return any || errno != EAGAIN;  // a test may have closed it
}

void remove_all_in(int folder, int depth) {
  alignas(dirent64) char entries[4096];
  for (long size; (size = syscall(SYS_getdents64, folder, entries, sizeof entries)) > 0;)
    for (long at = 0; at < size;) {
      const auto* const entry = reinterpret_cast<const dirent64*>(entries + at);
      at += entry->d_reclen;
      const char* const name = entry->d_name;
      if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0) continue;
      if (syscall(SYS_unlinkat, folder, name, 0) == 0 || depth >= kDeepest) continue;
      const long inner = syscall(SYS_openat, folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
      if (inner < 0) continue;
      remove_all_in(static_cast<int>(inner), depth + 1);
      syscall(SYS_close, inner);
      syscall(SYS_unlinkat, folder, name, AT_REMOVEDIR);
    }
}

}  // namespace

void watch_folder() {
  watch = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
  if (watch < 0 || inotify_add_watch(watch, ".", IN_CREATE | IN_MOVED_TO) >= 0) return;
  close(watch);
  watch = -1;
}

void remove_left_files() {
  if (!is_there_anything_new()) return;
  const long folder = syscall(SYS_openat, AT_FDCWD, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return;
  remove_all_in(static_cast<int>(folder), 0);
  syscall(SYS_close, folder);
}

}  // namespace reenact::runtime
