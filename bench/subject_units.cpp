// How the engine would compile each unit of a subject, as JSON: benchmarks compile the same units with the
// same flags, with and without our pass.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "build/build.h"
#include "build/compilation_database.h"
#include "build/flags.h"
#include "build/toolchain.h"

int main(int argc, char** argv) {
  using namespace reenact;
  if (argc != 2) {
    fmt::print(stderr, "usage: subject_units BUILD_DIR\n");
    return 2;
  }
  const auto commands = read_compilation_database(argv[1]);
  const auto tools = find_toolchain();
  if (!commands || !tools) {
    fmt::print(stderr, "subject_units: {}\n", !commands ? commands.error().message : tools.error().message);
    return 1;
  }
  nlohmann::ordered_json units = nlohmann::ordered_json::array();
  for (const CompileCommand& command : *commands) {
    units.push_back({{"directory", command.directory.string()},
                     {"file", command.file.string()},
                     {"compiler", command.is_c ? tools->c_compiler : tools->cxx_compiler},
                     {"flags", project_flags(command, false)}});
  }
  const nlohmann::ordered_json all = {
      {"pass", tools->pass.string()}, {"roots", instrumented_roots(*commands)}, {"units", units}};
  fmt::print("{}\n", all.dump());
}
