// Compilers that need not be loaded for each file.
#pragma once

#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/process.h"

namespace reenact {

/// Runs compilers as run_contained() does. Where the kernel has Landlock, a command is run by our program `compile`, which has clang loaded: it
/// is started once, contained, and may write to all of `roots`; the process that it forks for a command may write to one folder
/// alone. That saves some 0.12 s of each compilation. Any number of threads may use it at once.
class Compilers {
 public:
  /// `roots`: folders that commands will write below; they may come to be later than this.
  explicit Compilers(std::vector<std::filesystem::path> roots);
  ~Compilers();
  Compilers(const Compilers&) = delete;
  Compilers& operator=(const Compilers&) = delete;

  /// As run_contained(tools_confinement(folder, readable), command, options), but what the command says is all in `err`.
  [[nodiscard]] Expected<ProcessResult> run(const std::filesystem::path& folder,
                                            const std::vector<std::filesystem::path>& readable,
                                            const std::vector<std::string>& command, const ProcessOptions& options);

 private:
  class Server;
  [[nodiscard]] bool may_serve(const std::filesystem::path& folder) const;
  /// One that is idle, or a new one; null: none can be started.
  [[nodiscard]] std::unique_ptr<Server> take(const std::vector<std::filesystem::path>& readable);
  void give_back(std::unique_ptr<Server> server);

  std::vector<std::filesystem::path> roots_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Server>> idle_;
};

/// By `compilers`, or without if that is null.
[[nodiscard]] Expected<ProcessResult> run_compiler(Compilers* compilers, const std::filesystem::path& folder,
                                                   std::vector<std::filesystem::path> readable,
                                                   const std::vector<std::string>& command,
                                                   const ProcessOptions& options);

}  // namespace reenact
