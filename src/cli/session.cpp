#include "cli/session.h"

#include <fmt/format.h>
#include <unistd.h>

#include <csignal>

namespace reenact::cli {
namespace {

namespace fs = std::filesystem;

std::atomic<bool> interrupted = false;

}  // namespace

const std::atomic<bool>& catch_interrupts() {
  for (const int signal : {SIGINT, SIGTERM}) std::signal(signal, [](int) { interrupted = true; });
  return interrupted;
}

ScratchFolder::ScratchFolder() : path_(fs::temp_directory_path() / fmt::format("reenact-{}", getpid())) {
  fs::create_directories(path_);
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

}  // namespace reenact::cli
