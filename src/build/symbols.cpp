#include "build/symbols.h"

#include <fmt/format.h>

#include <map>
#include <sstream>
#include <string_view>
#include <unordered_map>

#include "contain/confinement.h"

namespace reenact {
namespace {

namespace fs = std::filesystem;

/// "PATH:0000000000000010 T name", "PATH:                 U name": nm -A. The path may hold anything, so from the end.
void add_line(std::string_view line, const std::map<std::string, std::size_t, std::less<>>& places,
              std::vector<Symbols>& symbols) {
  constexpr std::size_t kAddress = 16;  // digits or blanks
  const auto name = line.rfind(' ');
  if (name == std::string_view::npos || name < kAddress + 3) return;
  const auto place = places.find(line.substr(0, name - kAddress - 3));
  if (place == places.end()) return;
  const char kind = line[name - 1];
  if (kind == 'U')
    symbols[place->second].undefined.emplace_back(line.substr(name + 1));
  else if (kind != 'w' && kind != 'v')
    symbols[place->second].defined.emplace_back(line.substr(name + 1));
}

}  // namespace

Expected<std::vector<Symbols>> symbols_of(const std::vector<fs::path>& objects) {
  std::vector<Symbols> result(objects.size());
  if (objects.empty()) return result;
  std::map<std::string, std::size_t, std::less<>> places;
  std::vector<std::string> line{"nm", "-A", "-g"};
  for (std::size_t i = 0; i < objects.size(); ++i) {
    places.emplace(objects[i].string(), i);
    line.push_back(objects[i].string());
  }
  const auto said = run_contained(reader_confinement(objects), line, {.output_limit = std::size_t{1} << 30});
  if (!said) return std::unexpected(said.error());
  if (said->exit_status != 0) return subject_error(fmt::format("nm fails: {}", said->err));
  std::istringstream lines(said->out);
  for (std::string each; std::getline(lines, each);) add_line(each, places, result);
  return result;
}

std::set<std::size_t> taken_for(const std::vector<Symbols>& objects, const std::vector<std::string>& undefined) {
  std::unordered_map<std::string_view, std::vector<std::size_t>> definers;
  for (std::size_t i = 0; i < objects.size(); ++i)
    for (const std::string& name : objects[i].defined) definers[name].push_back(i);
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
