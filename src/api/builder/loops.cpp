// Calls that a test repeats: `for (int i = 0; i < 100; ++i) map.insert(i, "a");`. What a container does when it grows shows itself after many elements.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "api/builder/builder.h"
#include "api/builder/placeholders.h"
#include "api/contracts/lifetimes.h"
#include "base/text.h"

namespace reenact::api {
namespace {

/// "array_push_back", "insertNode": does one word say that something is added?
bool says_adding(const std::string& qualified) {
  constexpr std::array<std::string_view, 13> kWords{"add",   "insert",   "push",    "append", "put",
                                                    "set",   "enqueue",  "emplace", "offer",  "prepend",
                                                    "write", "register", "store"};
  if (qualified.ends_with("operator[]")) return true;
  return has_word(std::string(unqualified(qualified)), kWords);
}

/// Is what the parameter gets there for the call alone, and is it no measure of anything else?
bool is_simple(const Parameter& parameter) {
  return !parameter.owns && !parameter.releases && !parameter.deletes && !parameter.initialises &&
         !parameter.length_of && !parameter.belongs_to && parameter.measured_by.empty() && !parameter.is_format &&
         !parameter.is_formatted && !parameter.may_keep_block;
}

/// A std::string that may be a temporary: not one that is written to.
bool is_string(const Parameter& parameter, const ApiModel& api) {
  const bool is_const = std::ranges::any_of(parameter.sources, [&](const Source& each) {
    return each.cast == kNoCast && api[each.type].spelling.starts_with("const ");
  });
  return api[parameter.type].spelling == "std::string" && (parameter.by_value || is_const);
}

bool may_be_counted(const Parameter& parameter, const ApiModel& api) {
  constexpr std::uint32_t kLeastBits = 16;
  const Type& type = api[parameter.type];
  const bool is_number = type.kind == TypeKind::kInteger && type.bits >= kLeastBits;
  return (is_number && (parameter.by_value || parameter.const_number)) || is_string(parameter, api);
}

/// May a test repeat the call?
bool may_be_repeated(const Callable& callable, const ApiModel& api) {
  const bool is_index = callable.kind == CallableKind::kOperator && callable.expression == "{0}[{1}]";
  const bool is_method = callable.kind == CallableKind::kMethod && callable.mutates_object;
  const bool is_function = callable.kind == CallableKind::kFunction && !callable.parameters.empty() &&
                           is_mutable_pointer(api[callable.parameters.front().type]);
  return callable.usable && (is_index || is_method || is_function) && callable.parameters.size() >= 2 &&
         callable.preamble.empty() && !callable.linkage_name.empty() && says_adding(callable.name) &&
         std::ranges::all_of(callable.parameters, is_simple) &&
         std::ranges::none_of(callable.parameters,
                              [&](const Parameter& each) { return api[each.type].kind == TypeKind::kCallback; });
}

}  // namespace

/// A thunk that drops the object of type `made` which `thunk` makes: of `std::pair<iterator, bool> insert(key)`.
std::string without_result(const std::string& thunk, const std::string& made) {
  return fmt::format(
      "using Made = {}; alignas(Made) unsigned char made[sizeof(Made)]; void* const out = made; {} "
      "std::destroy_at(reinterpret_cast<Made*>(made));",
      made, thunk);
}

/// Up to 255 rounds: more of them quadratic code would not end in time.
void Builder::add_loops() {
  const auto number = types_.variable(context_.UnsignedCharTy);
  if (!number) return;
  for (std::size_t i = 0, count = api_.callables.size(); i < count; ++i)
    if (may_be_repeated(api_.callables[i], api_)) add_loop(i, *number);
}

void Builder::add_loop(std::size_t repeated, TypeId number) {
  const Callable inner = api_.callables[repeated];
  std::optional<std::size_t> counted;
  for (std::size_t k = 1; k < inner.parameters.size() && !counted; ++k)
    if (may_be_counted(inner.parameters[k], api_)) counted = k;
  Callable callable =
      make(inner.kind == CallableKind::kFunction ? inner.kind : CallableKind::kMethod, inner.name, inner.owner);
  callable.includes = inner.includes;
  callable.mutates_object = true;
  for (std::size_t k = 0; k < inner.parameters.size(); ++k)
    if (k != counted) callable.parameters.push_back(inner.parameters[k]);
  std::string at;
  std::string index = "i";
  if (counted && is_string(inner.parameters[*counted], api_)) {
    index = "std::to_string(i)";
    callable.includes.emplace_back("<string>");
    at = "std::string at = std::to_string(i); ";
  } else if (counted) {
    at = fmt::format("{0} at = ({0})i; ", api_[inner.parameters[*counted].type].spelling);
  }
  Parameter rounds;
  rounds.name = "count";
  rounds.type = number;
  rounds.by_value = true;
  rounds.sources = {{.type = number}};
  callable.parameters.push_back(std::move(rounds));
  const std::size_t last = callable.parameters.size() - 1;
  const bool is_index = inner.kind == CallableKind::kOperator;
  callable.expression = fmt::format("{}{{{}}}; ++i) {}{}", kLoopStart, last, is_index ? "(void)" : "",
                                    counted ? with_parameter(inner.expression, *counted, index) : inner.expression);
  std::string thunk = thunk_with(reading_.thunks[repeated], inner.parameters.size(), counted, "&at");
  if (inner.result && api_[*inner.result].kind == TypeKind::kObject)
    thunk = without_result(thunk, types_.storage()[inner.result->index()]);
  add(std::move(callable),
      fmt::format("for (int i = 0; i < *(unsigned char*)in[{}]; ++i) {{ {}{} }}", last, at, thunk));
}

}  // namespace reenact::api
