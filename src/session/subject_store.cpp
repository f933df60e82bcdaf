#include "session/subject_store.h"

#include <nlohmann/json.hpp>

#include "base/files.h"
#include "build/cache.h"

namespace reenact {
namespace {

using nlohmann::json;

json to_json(const Type& type) {
  json enumerators = json::array();
  for (const Enumerator& each : type.enumerators) enumerators.push_back({each.name, each.value});
  return {static_cast<int>(type.kind), type.spelling,    type.bits, type.is_signed, enumerators,
          type.element.value,          type.is_of_others};
}

Type type_from(const json& from, TypeId id) {
  Type type;
  type.id = id;
  type.kind = static_cast<TypeKind>(from[0].get<int>());
  type.spelling = from[1].get<std::string>();
  type.bits = from[2].get<std::uint32_t>();
  type.is_signed = from[3].get<bool>();
  for (const json& each : from[4])
    type.enumerators.push_back({each[0].get<std::string>(), each[1].get<std::int64_t>()});
  type.element = TypeId(from[5].get<std::uint32_t>());
  type.is_of_others = from[6].get<bool>();
  return type;
}

/// -1: none.
std::int64_t number(const std::optional<std::uint32_t>& index) {
  return index ? static_cast<std::int64_t>(*index) : -1;
}

std::optional<std::uint32_t> index_from(const json& from) {
  const auto number = from.get<std::int64_t>();
  return number < 0 ? std::nullopt : std::optional(static_cast<std::uint32_t>(number));
}

json to_json(const Parameter& parameter) {
  json sources = json::array();
  for (const Source& each : parameter.sources)
    sources.push_back({each.type.value, static_cast<int>(each.mode), each.cast, each.is_hidden});
  return {parameter.name,
          parameter.type.value,
          parameter.nullable,
          parameter.by_value,
          sources,
          number(parameter.length_of),
          parameter.owns,
          parameter.nonnull,
          parameter.negative_length,
          parameter.releases,
          parameter.initialises,
          number(parameter.belongs_to),
          parameter.is_format,
          parameter.is_formatted,
          parameter.may_keep_block,
          parameter.least,
          parameter.deletes,
          parameter.measured_by,
          parameter.measured_unit,
          parameter.const_number,
          parameter.forgets};
}

Parameter parameter_from(const json& from) {
  Parameter parameter;
  parameter.name = from[0].get<std::string>();
  parameter.type = TypeId(from[1].get<std::uint32_t>());
  parameter.nullable = from[2].get<bool>();
  parameter.by_value = from[3].get<bool>();
  for (const json& each : from[4])
    parameter.sources.push_back({TypeId(each[0].get<std::uint32_t>()), static_cast<PassMode>(each[1].get<int>()),
                                 each[2].get<std::uint32_t>(), each[3].get<bool>()});
  parameter.length_of = index_from(from[5]);
  parameter.owns = from[6].get<bool>();
  parameter.nonnull = from[7].get<bool>();
  parameter.negative_length = from[8].get<bool>();
  parameter.releases = from[9].get<bool>();
  parameter.initialises = from[10].get<bool>();
  parameter.belongs_to = index_from(from[11]);
  parameter.is_format = from[12].get<bool>();
  parameter.is_formatted = from[13].get<bool>();
  parameter.may_keep_block = from[14].get<bool>();
  parameter.least = from[15].get<std::uint32_t>();
  parameter.deletes = from[16].get<bool>();
  parameter.measured_by = from[17].get<std::vector<std::uint32_t>>();
  parameter.measured_unit = from[18].get<std::uint32_t>();
  parameter.const_number = from[19].get<bool>();
  parameter.forgets = from[20].get<bool>();
  return parameter;
}

json to_json(const Callable& c) {
  json parameters = json::array();
  for (const Parameter& each : c.parameters) parameters.push_back(to_json(each));
  return {static_cast<int>(c.kind),
          c.name,
          c.owner,
          c.linkage_name,
          parameters,
          c.result ? static_cast<std::int64_t>(c.result->value) : -1,
          c.result_is_reference,
          c.expression,
          c.declaration,
          c.preamble,
          c.includes,
          c.usable,
          c.mutates_object,
          c.forges,
          c.needs_initialiser,
          c.leaves_unset,
          c.compiles_body,
          c.stands_alone,
          c.deduces,
          c.is_virtual,
          c.frees_items,
          c.on_heap,
          c.ends_iterators,
          c.length_of_field ? static_cast<std::int64_t>(c.length_of_field->value) : -1,
          c.length_at_end,
          c.is_pure,
          c.is_room,
          static_cast<int>(c.range_end)};
}

Callable callable_from(const json& from, CallableId id) {
  Callable c;
  c.id = id;
  c.kind = static_cast<CallableKind>(from[0].get<int>());
  c.name = from[1].get<std::string>();
  c.owner = from[2].get<std::string>();
  c.linkage_name = from[3].get<std::string>();
  for (const json& each : from[4]) c.parameters.push_back(parameter_from(each));
  if (from[5].get<std::int64_t>() >= 0) c.result = TypeId(static_cast<std::uint32_t>(from[5].get<std::int64_t>()));
  c.result_is_reference = from[6].get<bool>();
  c.expression = from[7].get<std::string>();
  c.declaration = from[8].get<std::string>();
  c.preamble = from[9].get<std::string>();
  c.includes = from[10].get<std::vector<std::string>>();
  c.usable = from[11].get<bool>();
  c.mutates_object = from[12].get<bool>();
  c.forges = from[13].get<bool>();
  c.needs_initialiser = from[14].get<bool>();
  c.leaves_unset = from[15].get<bool>();
  c.compiles_body = from[16].get<bool>();
  c.stands_alone = from[17].get<bool>();
  c.deduces = from[18].get<bool>();
  c.is_virtual = from[19].get<bool>();
  c.frees_items = from[20].get<bool>();
  c.on_heap = from[21].get<bool>();
  c.ends_iterators = from[22].get<bool>();
  if (const auto buffer = from[23].get<std::int64_t>(); buffer >= 0)
    c.length_of_field = CallableId(static_cast<std::uint32_t>(buffer));
  c.length_at_end = from[24].get<bool>();
  c.is_pure = from[25].get<bool>();
  c.is_room = from[26].get<bool>();
  c.range_end = static_cast<RangeEnd>(from[27].get<int>());
  return c;
}

}  // namespace

Expected<void> save_api(const Subject& subject, const std::filesystem::path& to) {
  json types = json::array(), callables = json::array(), dropped = json::array();
  for (const Type& each : subject.api.types) types.push_back(to_json(each));
  for (const Callable& each : subject.api.callables) callables.push_back(to_json(each));
  for (const Dropped& each : subject.api.dropped) dropped.push_back({each.name, each.reason});
  const json all = {{"types", types},
                    {"callables", callables},
                    {"dropped", dropped},
                    {"constants", subject.api.constants},
                    {"prelude", subject.prelude},
                    {"flags", subject.includer_flags},
                    {"notes", subject.notes}};
  return write_file(to, all.dump(-1, ' ', false, json::error_handler_t::replace));
}

bool load_api(Subject& subject, const std::filesystem::path& from) {
  const auto text = read_file(from);
  if (!text) return false;
  const json all = json::parse(*text, nullptr, false);
  if (all.is_discarded()) return false;
  ApiModel api;
  for (const json& each : all.at("types")) api.types.push_back(type_from(each, TypeId(api.types.size())));
  for (const json& each : all.at("callables"))
    api.callables.push_back(callable_from(each, CallableId(api.callables.size())));
  for (const json& each : all.at("dropped"))
    api.dropped.push_back({each[0].get<std::string>(), each[1].get<std::string>()});
  api.constants = all.at("constants").get<std::vector<std::int64_t>>();
  api.producers.assign(api.types.size(), {});
  for (const Callable& each : api.callables)
    if (each.result && each.usable && !each.is_room) api.producers[each.result->index()].push_back(each.id);
  subject.api = std::move(api);
  subject.prelude = all.at("prelude").get<std::vector<std::string>>();
  subject.includer_flags = all.at("flags").get<std::vector<std::string>>();
  subject.notes = all.at("notes").get<std::vector<std::string>>();
  return true;
}

}  // namespace reenact
