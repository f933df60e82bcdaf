#include "cli/commands.h"
#include "cli/input.h"

namespace reenact::cli {
void add_study_report_command(CLI::App& study, int& exit_status) {
  (void)study;
  (void)exit_status;
}
}  // namespace reenact::cli
