#include "cli/commands.h"

int main(int argc, char** argv) {
  CLI::App app{"reenact turns the crash report of a C or C++ program into a verified GoogleTest test"};
  app.set_version_flag("--version", std::string("reenact ") + REENACT_VERSION);
  app.set_help_all_flag("--help-all", "Help of every command");
  app.require_subcommand(1);
  app.footer(
      "Exit status: 0 reproduced and verified; 1 not within the budget; 2 bad usage or unreadable input;\n3 the "
      "subject could not be built or linked.");
  int exit_status = 0;
  reenact::cli::add_reproduce_command(app, exit_status);
  reenact::cli::add_find_command(app, exit_status);
  reenact::cli::add_parse_command(app, exit_status);
  reenact::cli::add_study_command(app, exit_status);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : reenact::cli::kUsageStatus;
  }
  return exit_status;
}
