#include "session/bridged_before.h"

#include <algorithm>
#include <map>
#include <string>
#include <system_error>

#include "session/first_subject.h"

namespace reenact {
namespace {

namespace fs = std::filesystem;

/// The calls that only compiling has shown to be none.
void drop_known(ApiReading& reading, const ApiModel& known) {
  std::map<std::string, std::string> reasons;
  for (const Dropped& each : known.dropped)
    if (!is_waiting(each)) reasons.emplace(each.name, each.reason);  // an overload may wait
  for (const Callable& each : known.callables)
    if (!each.usable && reading.api[each.id].usable && !reading.later.contains(each.id))
      drop_callables(reading, {each.id}, reasons.emplace(each.name, "does not compile").first->second);
}

/// The head, the files of thunks, and what was made of them. Whoever compiles one anew replaces it: the other folder keeps its own.
bool is_taken_over(const fs::path& file) {
  const std::string name = file.filename().string();
  return name.starts_with("head.") || name.starts_with("thunks_");
}

}  // namespace

bool have_same_calls(const ApiModel& a, const ApiModel& b) {
  return std::ranges::equal(a.types, b.types, {}, &Type::spelling, &Type::spelling) &&
         std::ranges::equal(a.callables, b.callables, {}, &Callable::declaration, &Callable::declaration) &&
         std::ranges::equal(a.callables, b.callables, {}, &Callable::expression, &Callable::expression);
}

void take_over_bridge(ApiReading& reading, const ApiModel& known, const std::vector<CallableId>& later,
                      const fs::path& from, const fs::path& folder) {
  if (!have_same_calls(known, reading.api)) return;
  reading.later = {later.begin(), later.end()};
  drop_known(reading, known);
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(from, ignored))
    if (is_taken_over(entry.path())) fs::create_hard_link(entry.path(), folder / entry.path().filename(), ignored);
}

}  // namespace reenact
