#include "contain/program/landlock.h"

#include <dirent.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/stat.h>

#include <cstring>
#include <string>
#include <string_view>

namespace reenact::contain {
namespace {

// Newer than the headers of Debian 12.
constexpr std::uint64_t kRefer = 1ULL << 13, kTruncate = 1ULL << 14, kIoctlOfDevices = 1ULL << 15;
constexpr std::uint64_t kBindTcp = 1, kConnectTcp = 2, kScopeSockets = 1, kScopeSignals = 2;
constexpr std::uint64_t kReading = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;

struct Attributes {
  std::uint64_t files, network, scopes;
};

Attributes attributes_for(int version, bool restricts_reading) {
  Attributes result{LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR | LANDLOCK_ACCESS_FS_REMOVE_FILE |
                        LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG |
                        LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO | LANDLOCK_ACCESS_FS_MAKE_BLOCK |
                        LANDLOCK_ACCESS_FS_MAKE_SYM,
                    0, 0};
  if (restricts_reading) result.files |= kReading;
  if (version >= 2) result.files |= kRefer;
  if (version >= kRefusesTruncation) result.files |= kTruncate;
  if (version >= 4) result.network = kBindTcp | kConnectTcp;
  if (version >= 5) result.files |= kIoctlOfDevices;
  if (version >= kScopesSignals) result.scopes = kScopeSockets | kScopeSignals;
  return result;
}

class Ruleset {
 public:
  explicit Ruleset(const Attributes& attributes) : attributes_(attributes) {
    // An older kernel takes a shorter structure.
    const std::size_t size = attributes.scopes != 0 ? 24 : attributes.network != 0 ? 16 : 8;
    fd_ = static_cast<int>(syscall(SYS_landlock_create_ruleset, &attributes_, size, 0));
  }
  void allow(const char* path, std::uint64_t access) const {
    landlock_path_beneath_attr rule{};
    rule.parent_fd = open(path, O_PATH | O_CLOEXEC);
    if (rule.parent_fd < 0) return;
    struct stat info{};
    constexpr std::uint64_t kOfFiles =
        LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_READ_FILE | kTruncate | kIoctlOfDevices;
    const bool is_folder = fstat(rule.parent_fd, &info) == 0 && S_ISDIR(info.st_mode);
    rule.allowed_access = access & attributes_.files & (is_folder ? ~0ULL : kOfFiles);
    if (rule.allowed_access != 0) syscall(SYS_landlock_add_rule, fd_, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
    close(rule.parent_fd);
  }
  /// All that is in a folder, without the entries named.
  void allow_entries(const std::string& folder, std::initializer_list<std::string_view> without) const {
    DIR* entries = opendir(folder.c_str());
    while (const dirent* entry = entries == nullptr ? nullptr : readdir(entries)) {
      bool is_left_out = std::strcmp(entry->d_name, ".") == 0 || std::strcmp(entry->d_name, "..") == 0;
      for (const std::string_view name : without) is_left_out = is_left_out || name == entry->d_name;
      if (!is_left_out) allow((folder + entry->d_name).c_str(), kReading);
    }
    if (entries != nullptr) closedir(entries);
  }
  void enforce() const {
    syscall(SYS_landlock_restrict_self, fd_, 0);
    close(fd_);
  }
  [[nodiscard]] bool is_there() const { return fd_ >= 0; }

 private:
  Attributes attributes_;
  int fd_;
};

}  // namespace

void restrict_files(const Settings& settings) {
  const int version = landlock_version();
  if (version < 1) return;
  // In place, the rules around it hold already; by these "/" itself cannot be listed.
  const bool restricts_reading = !settings.namespaced && !settings.in_place;
  const Ruleset rules(attributes_for(version, restricts_reading));
  if (!rules.is_there()) return;
  constexpr std::uint64_t kWriting = ~(kIoctlOfDevices | LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_BLOCK);
  for (const char* path : settings.writable) rules.allow(path, kWriting);
  rules.allow("/dev/null", LANDLOCK_ACCESS_FS_WRITE_FILE | kTruncate | kReading);
  if (settings.namespaced) {  // these are its own, and empty
    rules.allow("/tmp", kWriting);
    rules.allow("/dev/shm", kWriting);
  } else if (restricts_reading) {
    rules.allow_entries("/", {"tmp", "dev"});
    for (const char* device : {"/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"}) rules.allow(device, kReading);
    for (const char* path : settings.readable) rules.allow(path, kReading);
  }
  rules.enforce();
}

}  // namespace reenact::contain
