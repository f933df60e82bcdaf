#include "build/symbols.h"

#include <fmt/format.h>

#include <optional>
#include <sstream>
#include <string_view>
#include <unordered_map>

#include "contain/confinement.h"

namespace reenact {
namespace {

namespace fs = std::filesystem;

/// A line of `readelf -sW`, or of its table of dynamic symbols: "10: 0000000000000000  42 FUNC  GLOBAL DEFAULT  5 _Z1fv".
struct Entry {
  std::string binding, section, name;
};

std::optional<Entry> entry_in(const std::string& line) {
  Entry entry;
  std::string number, value, size, type, visibility;
  std::istringstream words(line);
  if (!(words >> number >> value >> size >> type >> entry.binding >> visibility >> entry.section >> entry.name))
    return std::nullopt;  // of no name, or a headline
  return number.ends_with(':') && number != "Num:" && entry.binding != "LOCAL" ? std::optional(std::move(entry))
                                                                               : std::nullopt;
}

bool is_undefined(const Entry& entry) { return entry.section == "UND"; }

/// g++ has a binding of its own for the variables of inline functions.
bool is_shared(const Entry& entry) { return entry.binding == "WEAK" || entry.binding == "UNIQUE"; }

/// readelf, not nm: that loads LLVM as a plugin for each file, and takes thirty times as long.
Expected<std::string> read_elf(const std::vector<fs::path>& files, const char* table) {
  std::vector<std::string> command{"readelf", "-W", table};
  for (const fs::path& file : files) command.push_back(file.string());
  auto said = run_contained(reader_confinement(files), command, {.output_limit = std::size_t{1} << 30});
  if (!said) return std::unexpected(said.error());
  if (said->exit_status != 0) return subject_error(fmt::format("readelf fails: {}", said->err));
  return std::move(said->out);
}

}  // namespace

Expected<std::vector<Symbols>> symbols_of(const std::vector<fs::path>& objects) {
  std::vector<Symbols> result(objects.size());
  if (objects.empty()) return result;
  const auto said = read_elf(objects, "--syms");
  if (!said) return std::unexpected(said.error());
  std::istringstream lines(*said);
  std::size_t files = objects.size() == 1 ? 1 : 0;  // that were begun: of one alone the name is not told
  for (std::string line; std::getline(lines, line);) {
    if (files < objects.size() && line == "File: " + objects[files].string()) ++files;
    auto entry = files > 0 ? entry_in(line) : std::nullopt;
    if (!entry || (is_undefined(*entry) && entry->binding == "WEAK")) continue;
    Symbols& symbols = result[files - 1];
    std::vector<std::string>& list = is_undefined(*entry) ? symbols.undefined
                                     : is_shared(*entry)  ? symbols.weak
                                                          : symbols.defined;
    list.push_back(std::move(entry->name));
  }
  return result;
}

Expected<std::vector<std::string>> exported_by(const fs::path& library) {
  const auto said = read_elf({library}, "--dyn-syms");
  if (!said) return std::unexpected(said.error());
  std::vector<std::string> result;
  std::istringstream lines(*said);
  for (std::string line; std::getline(lines, line);)
    if (const auto entry = entry_in(line); entry && !is_undefined(*entry))
      result.push_back(entry->name.substr(0, entry->name.find('@')));  // "name@@VERSION"
  return result;
}

std::set<std::size_t> taken_for(const std::vector<Symbols>& objects, const std::vector<std::string>& undefined) {
  std::unordered_map<std::string_view, std::vector<std::size_t>> definers;
  for (std::size_t i = 0; i < objects.size(); ++i)
    for (const std::string& name : objects[i].defined) definers[name].push_back(i);
  for (std::size_t i = 0; i < objects.size(); ++i)
    for (const std::string& name : objects[i].weak) definers.try_emplace(name, 1, i);
  std::set<std::size_t> result;
  std::vector<std::size_t> open;
  const auto take_for = [&](const std::vector<std::string>& names) {
    for (const std::string& name : names)
      if (const auto found = definers.find(name); found != definers.end())
        for (const std::size_t i : found->second)
          if (result.insert(i).second) open.push_back(i);
  };
  take_for(undefined);
  while (!open.empty()) {
    const std::size_t next = open.back();
    open.pop_back();
    take_for(objects[next].undefined);
  }
  return result;
}

}  // namespace reenact
