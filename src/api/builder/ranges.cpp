// Calls with two ends of a range: also with both ends of a text or array of the test's own.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <regex>

#include "api/builder/builder.h"
#include "api/contracts/lifetimes.h"
#include "base/text.h"

namespace reenact::api {
namespace {

/// The values that a pointer parameter may be given as a block of so many elements.
std::vector<TypeId> blocks_of(const Parameter& parameter, const ApiModel& api) {
  std::vector<TypeId> result;
  for (const Source& source : parameter.sources) {
    const TypeKind kind = api[source.type].kind;
    const bool is_block = kind == TypeKind::kText || kind == TypeKind::kNumbers;
    if (is_block && (source.mode == PassMode::kBuffer || source.mode == PassMode::kCString) &&
        std::ranges::find(result, source.type) == result.end())
      result.push_back(source.type);
  }
  return result;
}

/// `callable` with one block for parameters `k` - 1 and `k`: "{1} + {#1}" for "{2}".
void join(Callable& callable, std::size_t k, const ApiModel& api) {
  Parameter &begin = callable.parameters[k - 1], &end = callable.parameters[k];
  const std::vector<TypeId> blocks = blocks_of(begin, api);
  begin.sources.clear();
  end.sources.clear();
  for (const TypeId block : blocks) {
    begin.sources.push_back({block, PassMode::kBuffer});
    end.sources.push_back({block, PassMode::kLength});
  }
  begin.nullable = end.nullable = false;
  end.type = blocks.front();
  end.by_value = true;
  end.belongs_to.reset();
  end.length_of = static_cast<std::uint32_t>(k - 1);
  for (std::string* text : {&callable.expression, &callable.declaration})
    replace_all(*text, fmt::format("{{{}}}", k), fmt::format("{{{0}}} + {{#{0}}}", k - 1));
}

/// In the thunk of it: "((const char*)in[2])" is "((const char*)in[1] + *(const unsigned long*)in[2])". False: it is not handed over so.
bool join_in_thunk(std::string& thunk, std::size_t k) {
  const std::regex passed(fmt::format("\\(\\(([^()]*\\*)\\)in\\[{}\\]\\)", k));
  if (std::distance(std::sregex_iterator(thunk.begin(), thunk.end(), passed), std::sregex_iterator()) != 1)
    return false;
  thunk = std::regex_replace(thunk, passed, fmt::format("(($1)in[{}] + *(const unsigned long*)in[{}])", k - 1, k));
  return true;
}

}  // namespace

/// `scan(const char* begin, const char* end)`: `scan(text, text + 3)`.
void Builder::add_ranges() {
  const std::size_t count = api_.callables.size();
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t k = 1; k < api_.callables[i].parameters.size(); ++k) {
      const Callable& callable = api_.callables[i];
      const Parameter &begin = callable.parameters[k - 1], &end = callable.parameters[k];
      if (!callable.usable || callable.linkage_name.empty() || begin.type != end.type ||
          !name_range(begin.name, end.name) || begin.length_of || end.length_of || blocks_of(begin, api_).empty())
        continue;
      Callable joined = callable;
      std::string thunk = reading_.thunks[i];
      if (!join_in_thunk(thunk, k)) continue;
      join(joined, k, api_);
      add(std::move(joined), thunk);
      break;
    }
}

}  // namespace reenact::api
