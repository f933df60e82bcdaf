#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>
#include <stdexcept>

#include "cli/commands.h"
#include "cli/help.h"
#include "cli/input.h"

namespace {

/// CLI11 would only say that a command is missing.
int refuse_word(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
  return reenact::cli::fail({reenact::ErrorKind::kUsage, fmt::format("no command '{}'; there are: {}",
                                                                     app.remaining().front(), fmt::join(names, ", "))});
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"reenact turns the crash report of a C or C++ program into a verified GoogleTest test"};
  app.formatter(std::make_shared<reenact::cli::HelpFormatter>());
  app.set_version_flag("--version", std::string("reenact ") + REENACT_VERSION);
  app.set_help_all_flag("--help-all", "Help of every command");
  app.require_subcommand(1);
  app.footer(
      "Exit status: 0 reproduced and verified; 1 not within the budget; 2 bad usage, unreadable "
      "input or a folder that\ncannot be written to; 3 the project could not be built or linked.");
  int exit_status = 0;
  reenact::cli::add_reproduce_command(app, exit_status);
  reenact::cli::add_find_command(app, exit_status);
  reenact::cli::add_explore_command(app, exit_status);
  reenact::cli::add_verify_command(app, exit_status);
  reenact::cli::add_explain_command(app, exit_status);
  reenact::cli::add_parse_command(app, exit_status);
  reenact::cli::add_study_command(app, exit_status);
  reenact::cli::add_cache_command(app, exit_status);
  try {
    app.parse(argc, argv);
  } catch (const CLI::RequiredError& error) {
    if (app.get_subcommands().empty() && app.remaining_size() > 0) return refuse_word(app);
    app.exit(error);
    return reenact::cli::kUsageStatus;
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : reenact::cli::kUsageStatus;
  } catch (const std::runtime_error& error) {  // the system refuses what it usually grants: a folder, memory
    return reenact::cli::fail({reenact::ErrorKind::kUsage, error.what()});
  }
  return exit_status;
}
