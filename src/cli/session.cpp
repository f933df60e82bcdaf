#include "cli/session.h"

#include <fmt/format.h>
#include <unistd.h>

#include <csignal>

#include "base/files.h"
#include "cli/files.h"

namespace reenact::cli {
namespace {

namespace fs = std::filesystem;

std::atomic<bool> interrupted = false;

}  // namespace

const std::atomic<bool>& catch_interrupts() {
  for (const int signal : {SIGINT, SIGTERM}) std::signal(signal, [](int) { interrupted = true; });
  return interrupted;
}

Expected<ScratchFolder> ScratchFolder::make() {
  const auto temporary = temporary_folder();
  if (!temporary) return std::unexpected(temporary.error());
  fs::path path = *temporary / fmt::format("reenact-{}", getpid());
  if (const auto made = make_folder(path); !made) return std::unexpected(made.error());
  return ScratchFolder(std::move(path));
}

ScratchFolder::~ScratchFolder() {
  if (path_.empty()) return;
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

}  // namespace reenact::cli
