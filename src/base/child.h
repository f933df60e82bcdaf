// Programs that run beside us, several at once, and never outlive us: not even when we are killed.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"

namespace reenact {

/// What a child is started with.
struct ChildOptions {
  std::vector<std::string> arguments;    // the program first
  std::vector<std::string> environment;  // "NAME=value", in place of ours of that name
  std::filesystem::path out, err;        // files for its output
};

/// REQUIRES: started and polled by one thread that lives as long as the program does.
class Child {
 public:
  /// Runs the program in a process group of its own. Error (kSubject): it could not be started.
  [[nodiscard]] static Expected<Child> start(const ChildOptions& options);
  Child(Child&& other) noexcept : pid_(std::exchange(other.pid_, 0)) {}
  Child& operator=(Child&&) = delete;
  /// Kills it, and what else is in its process group.
  ~Child();

  /// The exit status once it has ended (128 + signal if a signal ended it); then there is nothing left of it.
  [[nodiscard]] std::optional<int> poll();
  /// Asks it to end.
  void terminate() const;

 private:
  explicit Child(pid_t pid) : pid_(pid) {}
  pid_t pid_;  // 0: has ended
};

}  // namespace reenact
