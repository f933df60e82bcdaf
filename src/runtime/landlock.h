// Nothing may be written outside one folder: for the worker and for the verdict's runs alike.
#pragma once

#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>

namespace reenact {

inline constexpr int kLandlockRefusesTruncation = 3;

/// Of the kernel's interface; below 1: it has none.
inline int landlock_version() {
  return static_cast<int>(syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION));
}

/// From now on this process and its children write below `scratch` and to /dev/null only. REQUIRES: no_new_privs.
/// Without Landlock in the kernel nothing changes: whoever starts this says so (gaps_of in run/containment.h).
inline void refuse_writes_outside(const char* scratch) {
  landlock_ruleset_attr attributes{};
  attributes.handled_access_fs = LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR |
                                 LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_CHAR |
                                 LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG |
                                 LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO |
                                 LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SYM;
  constexpr uint64_t kRefer = 1ULL << 13, kTruncate = 1ULL << 14;
  const int version = landlock_version();
  if (version >= 2) attributes.handled_access_fs |= kRefer;
  if (version >= kLandlockRefusesTruncation) attributes.handled_access_fs |= kTruncate;
  const int ruleset = static_cast<int>(syscall(SYS_landlock_create_ruleset, &attributes, sizeof attributes, 0));
  if (ruleset < 0) return;
  const auto allow = [&](const char* path, uint64_t access) {
    landlock_path_beneath_attr rule{};
    rule.allowed_access = access;
    rule.parent_fd = open(path, O_PATH | O_CLOEXEC);
    if (rule.parent_fd < 0) return;
    syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
    close(rule.parent_fd);
  };
  allow(scratch, attributes.handled_access_fs);
  allow("/dev/null", LANDLOCK_ACCESS_FS_WRITE_FILE | (version >= kLandlockRefusesTruncation ? kTruncate : 0));
  syscall(SYS_landlock_restrict_self, ruleset, 0);
  close(ruleset);
}

}  // namespace reenact
