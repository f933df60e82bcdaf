#include "contain/program/settings.h"

#include <cstdlib>
#include <string_view>

namespace reenact::contain {
namespace {

bool set_licence(Settings& settings, std::string_view word) {
  if (word == "test")
    settings.licence = Licence::kTest;
  else if (word == "worker")
    settings.licence = Licence::kWorker;
  else if (word == "tools")
    settings.licence = Licence::kTools;
  else if (word == "debugger")
    settings.licence = Licence::kDebugger;
  else
    return false;
  return true;
}

std::uint64_t* limit_of(Settings& settings, std::string_view option) {
  if (option == "--cpu") return &settings.cpu_seconds;
  if (option == "--address-space") return &settings.address_space_mb;
  if (option == "--resident") return &settings.resident_mb;
  if (option == "--file") return &settings.file_mb;
  if (option == "--stack") return &settings.stack_mb;
  if (option == "--descriptors") return &settings.descriptors;
  if (option == "--wall") return &settings.wall_seconds;
  if (option == "--tasks") return &settings.tasks;
  return nullptr;
}

bool* switch_of(Settings& settings, std::string_view option) {
  if (option == "--namespaced") return &settings.namespaced;
  if (option == "--in-place") return &settings.in_place;
  if (option == "--lifeline") return &settings.lifeline;
  if (option == "--fixed-addresses") return &settings.fixed_addresses;
  if (option == "--modes-in-vain") return &settings.modes_in_vain;
  return nullptr;
}

/// An option with a value; false: there is none like it.
bool set(Settings& settings, std::string_view option, const char* value) {
  if (std::uint64_t* limit = limit_of(settings, option))
    *limit = std::strtoull(value, nullptr, 10);
  else if (option == "--write")
    settings.writable.push_back(value);
  else if (option == "--read")
    settings.readable.push_back(value);
  else if (option == "--keep")
    settings.kept_descriptor = std::atoi(value);
  else
    return option == "--may" && set_licence(settings, value);
  return true;
}

}  // namespace

std::optional<Settings> settings_from(char** arguments) {
  Settings settings;
  for (char** at = arguments; *at != nullptr; ++at) {
    const std::string_view option = *at;
    if (option == "--") {
      settings.command = at + 1;
      return *settings.command == nullptr ? std::nullopt : std::optional(settings);
    }
    if (bool* on = switch_of(settings, option)) {
      *on = true;
    } else {
      if (at[1] == nullptr || !set(settings, option, at[1])) return std::nullopt;
      ++at;
    }
  }
  return std::nullopt;
}

}  // namespace reenact::contain
