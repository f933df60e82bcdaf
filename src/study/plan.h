// A study's plan: crashes x configurations x repeats, each run with one budget and a seed of its own.
//
//     repeats = 30
//     budget = "60s"
//     seed = 1                       # of repeat 0; repeat r runs with seed + r
//
//     [[crash]]
//     id = "state_machine"           # left out: the name of the report's folder
//     report = "puzzles/state_machine/report.txt"
//     project = "projects/state_machine"
//
//     [[crash]]                      # one * stands for part of a name: each match is a crash with that text as its id
//     report = "crashpack/*/report.txt"
//     project = "built/*"            # its * stands for the same text
//     options = "--link z"           # with every configuration
//
//     [[configuration]]
//     name = "evocrash"
//     options = "--fitness evocrash --population 50"
//
// The syntax is TOML. Paths are relative to the plan's folder.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"

namespace reenact::study {

struct PlannedCrash {
  std::string id;
  std::string report, project;  // paths as the plan has them (after * is filled in)
  std::string report_text;
  std::vector<std::string> options;
};

/// What a configuration's runs are: a `reenact reproduce`, or a `reenact explain --json`.
enum class Command : std::uint8_t { kReproduce, kExplain };

struct Configuration {
  std::string name;
  std::vector<std::string> options;       // of the command
  Command command = Command::kReproduce;  // not stored: plans that are read have no other
};

struct Plan {
  std::filesystem::path folder;  // that its paths are relative to; not part of what is compared or stored
  std::vector<PlannedCrash> crashes;
  std::vector<Configuration> configurations;
  unsigned repeats = 0;
  std::chrono::milliseconds budget{};
  std::uint64_t seed = 1;
};

/// What a plan must satisfy and only others know: how a budget is written, which options a reproduction takes.
struct PlanChecks {
  std::function<Expected<std::chrono::milliseconds>(const std::string&)> budget;
  std::function<Expected<void>(const std::vector<std::string>&)> options;
  std::function<Expected<void>(const std::string& report_text, const std::string& name)> report;
  bool needs_configurations = true;  // false: a study that has its own; the plan's are checked all the same
};

/// Errors name file, line and column.
[[nodiscard]] Expected<Plan> read_plan(const std::filesystem::path& file, const PlanChecks& checks);

/// In words, the first thing that `given` has otherwise than `stored`, which a database was made for; nullopt if results
/// of both belong together: everything is equal, but `given` may have more repeats.
[[nodiscard]] std::optional<std::string> difference(const Plan& stored, const Plan& given);

/// "60s", "1.5s": a budget as --budget takes it.
[[nodiscard]] std::string budget_text(std::chrono::milliseconds budget);

}  // namespace reenact::study
