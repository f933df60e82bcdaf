#include "cli/session.h"

#include <csignal>

#include "cli/files.h"

namespace reenact::cli {
namespace {

std::atomic<bool> interrupted = false;

}  // namespace

const std::atomic<bool>& catch_interrupts() {
  for (const int signal : {SIGINT, SIGTERM}) std::signal(signal, [](int) { interrupted = true; });
  return interrupted;
}

Expected<ScratchFolder> make_scratch() {
  const auto temporary = temporary_folder();
  if (!temporary) return std::unexpected(temporary.error());
  return ScratchFolder::make(*temporary);
}

}  // namespace reenact::cli
