#include "program/passed_arguments.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <set>

#include "abi/model_keys.h"
#include "base/files.h"

namespace reenact {
namespace {

using nlohmann::json;

PassedPointer pointer_from(const json& from) {
  const int kind = from.get<int>();
  if (kind == model_file::kNullArgument) return {.kind = PassedPointer::Kind::kNull};
  if (kind == model_file::kObjectArgument) return {.kind = PassedPointer::Kind::kObject};
  if (kind == model_file::kFreshArgument) return {.kind = PassedPointer::Kind::kFresh};
  if (kind < model_file::kOwnArgument) return {};
  return {.kind = PassedPointer::Kind::kOwn, .own = static_cast<std::uint32_t>(kind - model_file::kOwnArgument)};
}

PassedPair pair_from(const json& from) {
  PassedPair pair{.pointer = from[0].get<std::uint32_t>(), .number = from[1].get<std::uint32_t>()};
  const int kind = from[2].get<int>();
  const bool is_both = kind == model_file::kWholeInBoth;
  pair.is_whole = is_both || kind == model_file::kWholeInElements || kind == model_file::kWholeInBytes;
  pair.in_elements = is_both || kind == model_file::kWholeInElements;
  pair.in_bytes = is_both || kind == model_file::kWholeInBytes;
  pair.is_own = kind == model_file::kPairOfOwn;
  if (!pair.is_own) return pair;
  pair.own_pointer = from[3].get<std::uint32_t>();
  pair.own_number = from[4].get<std::uint32_t>();
  return pair;
}

PassingCall call_from(const json& from) {
  PassingCall call{.callee = from[0].get<std::string>(), .pointers = {}, .pairs = {}};
  for (const json& each : from[1]) call.pointers.push_back(pointer_from(each));
  for (const json& each : from[2]) call.pairs.push_back(pair_from(each));
  return call;
}

}  // namespace

Expected<std::vector<PassingFunction>> read_passed_arguments(const std::vector<std::filesystem::path>& models) {
  std::vector<PassingFunction> result;
  std::set<std::string> known;
  for (const std::filesystem::path& model : models) {
    const std::string file = model.string() + model_file::kCallersSuffix;
    const auto text = read_file(file);
    if (!text) continue;
    const json parsed = json::parse(*text, nullptr, false);
    if (parsed.is_discarded() || parsed.value(model_file::kVersionKey, 0) != model_file::kVersion)
      return subject_error(
          fmt::format("{}: what callers pass is damaged; delete the cache folder and try again", file));
    for (const json& each : parsed.at(model_file::kFunctions)) {
      PassingFunction function{.name = each.at(model_file::kName).get<std::string>(),
                               .provides_for_null = each.at(model_file::kAsks).get<std::vector<std::uint32_t>>(),
                               .calls_back = each.at(model_file::kCallsBack).get<std::vector<std::uint32_t>>(),
                               .uses = each.at(model_file::kUses).get<std::vector<std::uint32_t>>(),
                               .fills = each.at(model_file::kFills).get<std::vector<std::uint32_t>>()};
      if (!known.insert(function.name).second) continue;
      for (const json& one : each.at(model_file::kHandsOn))
        function.hands_on.push_back(
            {one[0].get<std::uint32_t>(), one[1].get<std::string>(), one[2].get<std::uint32_t>(), one[3].get<bool>()});
      for (const json& call : each.at(model_file::kCalls)) function.calls.push_back(call_from(call));
      result.push_back(std::move(function));
    }
  }
  return result;
}

}  // namespace reenact
