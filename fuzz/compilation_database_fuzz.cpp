// Whatever the text, the reader of compilation databases answers: commands that can be run, or an error.
#include <cstdint>
#include <cstdlib>

#include "build/compilation_database.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace reenact;
  // A folder that does not exist, so that "@file" finds a response file only by its absolute name.
  const auto commands =
      parse_compilation_database({reinterpret_cast<const char*>(data), size}, "/nonexistent/compile_commands.json");
  if (!commands) {
    if (commands.error().message.empty()) std::abort();
    return 0;
  }
  if (commands->empty()) std::abort();
  for (const CompileCommand& command : *commands)
    if (command.file.empty() || command.directory.empty() || command.arguments.empty()) std::abort();
  return 0;
}
