#include "program/function_names.h"

#include <llvm/Demangle/Demangle.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <memory>
#include <set>
#include <utility>
#include <vector>

#include "crash/match.h"

namespace reenact {
namespace {

template <typename Sequence>
std::size_t edit_distance(const Sequence& a, const Sequence& b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t k = 0; k <= b.size(); ++k) row[k] = k;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i);
    for (std::size_t k = 1; k <= b.size(); ++k) {
      const std::size_t above = row[k];
      row[k] = std::min({above + 1, row[k - 1] + 1, diagonal + (a[i - 1] == b[k - 1] ? 0 : 1)});
      diagonal = above;
    }
  }
  return row[b.size()];
}

/// "ns::push<int>" -> "ns", ":", ":", "push", "<", "int", ">".
std::vector<std::string_view> words_and_signs(std::string_view name) {
  const auto is_of_word = [](char c) { return c == '_' || isalnum(static_cast<unsigned char>(c)) != 0; };
  std::vector<std::string_view> result;
  for (std::size_t i = 0; i < name.size();) {
    std::size_t end = i + 1;
    while (is_of_word(name[i]) && end < name.size() && is_of_word(name[end])) ++end;
    if (name[i] != ' ') result.push_back(name.substr(i, end - i));
    i = end;
  }
  return result;
}

long likeness(const std::string& a, const std::string& b) {
  return -static_cast<long>(edit_distance(words_and_signs(a), words_and_signs(b)));
}

/// "ns::f<int>": without the result and the parameters that a demangled template instantiation has and gdb leaves out.
std::string qualified_name(const Function& function) {
  llvm::ItaniumPartialDemangler demangler;
  if (demangler.partialDemangle(function.linkage_name.c_str()) || !demangler.isFunction()) return function.name;
  std::size_t size = 0;
  const std::unique_ptr<char, decltype(&std::free)> name(demangler.getFunctionName(nullptr, &size), std::free);
  return name == nullptr ? function.name : name.get();
}

}  // namespace

long likeness(const Function& function, const std::string& reported) {
  return std::max(likeness(function.name, reported), likeness(qualified_name(function), reported));
}

std::string nearest_functions(const ProgramModel& program, const std::string& wanted) {
  std::vector<std::pair<std::size_t, std::string>> ranked;
  std::set<std::string> seen;
  for (const Function& function : program.functions) {
    const std::string name = plain_name(function.linkage_name);
    if (name.size() < 200 && seen.insert(name).second)
      ranked.emplace_back(edit_distance(std::string_view(wanted), std::string_view(name)), name);
  }
  std::ranges::sort(ranked);
  std::string result = ranked.empty() ? "" : "\n  nearest names:";
  for (std::size_t i = 0; i < ranked.size() && i < 3; ++i) result += (i == 0 ? " " : ", ") + ranked[i].second;
  return result + "\n  next step: is this the right project, and are its sources in the compilation database?";
}
}  // namespace reenact
