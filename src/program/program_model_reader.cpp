#include "program/program_model_reader.h"

#include <fmt/format.h>
#include <llvm/Demangle/Demangle.h>

#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "abi/model_keys.h"
#include "build/cache.h"

namespace reenact {
namespace {

using nlohmann::json;

Block read_block(const json& from) {
  Block block;
  for (const json& line : from.at(model_file::kLines)) block.lines.emplace_back(line.get<std::uint32_t>());
  for (const json& next : from.at(model_file::kSuccessors)) block.successors.emplace_back(next.get<std::uint32_t>());
  if (from.contains(model_file::kOtherLines))
    for (const json& place : from.at(model_file::kOtherLines))
      block.other_lines.push_back({place[0].get<std::string>(), Line(place[1].get<std::uint32_t>())});
  block.first_edge = from.value(model_file::kFirstEdge, 0u);
  block.throws_or_aborts = from.contains(model_file::kEndsAbnormally);
  return block;
}

/// Code points below 256 back to bytes: what model_writer.cpp made of a string constant.
std::string bytes_of(const std::string& latin1) {
  std::string result;
  for (std::size_t i = 0; i < latin1.size(); ++i) {
    const auto lead = static_cast<unsigned char>(latin1[i]);
    result += lead < 0x80 || i + 1 == latin1.size() ? latin1[i] : static_cast<char>(lead << 6 | (latin1[++i] & 0x3f));
  }
  return result;
}

std::uint64_t bits(const json& from) { return static_cast<std::uint64_t>(from.get<std::int64_t>()); }

/// From element `at` on, if there is one.
Comparison read_comparison(const json& from, std::size_t at = 2) {
  if (from.size() <= at) return {};
  return {from[at].get<std::string>(), bits(from[at + 1]), bits(from[at + 2]), from[at + 3].get<std::uint32_t>()};
}

/// From element `at` on (pass/produced.h); `fields`: those of the unit.
Produced read_produced(const json& from, std::size_t at, const std::vector<FieldId>& fields) {
  Produced value{
      .ones = bits(from[at]), .zeros = bits(from[at + 1]), .block = BlockId(from[at + 2].get<std::uint32_t>())};
  const auto number = [&](std::size_t i) -> std::optional<std::uint32_t> {
    const auto read = from.size() > i ? from[i].get<std::int64_t>() : -1;
    return read < 0 ? std::nullopt : std::optional(static_cast<std::uint32_t>(read));
  };
  value.successor = number(at + 3);
  value.truth = number(at + 4);
  if (from.size() <= at + 5) return value;
  if (from[at + 5].is_string())
    value.callee = from[at + 5].get<std::string>();
  else
    value.field = fields.at(from[at + 5].get<std::size_t>());
  value.comparison = read_comparison(from, at + 6);
  return value;
}

/// `fields`: those of the unit, by its own numbers.
void read_state(const json& from, const std::vector<FieldId>& fields, Function& function) {
  const auto field = [&](const json& number) { return fields.at(number.get<std::size_t>()); };
  for (const json& store : from.at(model_file::kStores))
    function.stores.push_back({field(store[0]), read_produced(store, 1, fields)});
  for (const json& result : from.at(model_file::kResults)) function.results.push_back(read_produced(result, 0, fields));
  for (const json& test : from.at(model_file::kTests))
    function.tests.push_back({BlockId(test[0].get<std::uint32_t>()), field(test[1]), read_comparison(test)});
  for (const json& test : from.at(model_file::kResultTests))
    function.result_tests.push_back(
        {BlockId(test[0].get<std::uint32_t>()), test[1].get<std::string>(), read_comparison(test)});
  if (from.contains(model_file::kAccessor)) function.accessor = field(from.at(model_file::kAccessor));
  for (const json& read : from.at(model_file::kReads)) function.reads.push_back(field(read));
}

std::optional<std::uint32_t> number_at(const json& list, std::size_t i) {
  return i < list.size() && !list[i].is_null() ? std::optional(list[i].get<std::uint32_t>()) : std::nullopt;
}

Function read_function(const json& from, const std::vector<FieldId>& fields) {
  Function function;
  function.linkage_name = from.at(model_file::kName).get<std::string>();
  function.name = llvm::demangle(from.value(model_file::kPlain, function.linkage_name));
  function.file = from.at(model_file::kFile).get<std::string>();
  function.first_line = Line(from.at(model_file::kFirstLine).get<std::uint32_t>());
  function.brace_line = Line(from.at(model_file::kBraceLine).get<std::uint32_t>());
  function.last_line = Line(from.at(model_file::kLastLine).get<std::uint32_t>());
  function.is_internal = from.at(model_file::kInternal).get<bool>();
  function.signature = from.at(model_file::kSignature).get<std::string>();
  function.edge_count = from.at(model_file::kEdges).get<std::uint32_t>();
  function.truth_count = from.at(model_file::kTruths).get<std::uint32_t>();
  for (const json& block : from.at(model_file::kBlocks)) function.blocks.push_back(read_block(block));
  for (const json& call : from.at(model_file::kCalls))
    function.calls.push_back({.block = BlockId(call[0].get<std::uint32_t>()),
                              .line = Line(call[1].get<std::uint32_t>()),
                              .callee = call[3].get<std::string>(),
                              .signature = call.size() > 4 ? call[4].get<std::string>() : std::string(),
                              .column = call[2].get<std::uint32_t>(),
                              .slot = number_at(call, 5),
                              .field = number_at(call, 6).transform([&](std::uint32_t i) { return fields.at(i); })});
  function.integers = from.at(model_file::kIntegers).get<std::vector<std::int64_t>>();
  function.floats = from.at(model_file::kFloats).get<std::vector<double>>();
  for (const json& text : from.at(model_file::kStrings)) function.strings.push_back(bytes_of(text.get<std::string>()));
  function.takes = from.at(model_file::kTakes).get<std::vector<std::string>>();
  read_state(from, fields, function);
  return function;
}

/// Other linkage names by which callers may know `function`: without the suffix of unit-local names, and the
/// complete (C1, D1) of a base constructor or destructor (C2, D2), which clang merges with it.
std::vector<std::string> other_names(const Function& function) {
  std::vector<std::string> result;
  const std::string& name = function.linkage_name;
  if (const auto suffix = name.find(".unit."); function.is_internal && suffix != std::string::npos)
    return {name.substr(0, suffix)};
  if (!name.starts_with("_Z")) return result;
  for (const std::string_view part : {"C2E", "D2E"}) {
    for (auto at = name.find(part); at != std::string::npos; at = name.find(part, at + 1)) {
      std::string candidate = name;
      candidate[at + 1] = '1';
      if (llvm::demangle(candidate) == function.name) result.push_back(std::move(candidate));
    }
  }
  return result;
}

/// Two names may mean one function: D1 and D2.
void add_slots(const std::set<std::uint32_t>& more, Function& function) {
  std::set<std::uint32_t> all(function.slots.begin(), function.slots.end());
  all.insert(more.begin(), more.end());
  function.slots.assign(all.begin(), all.end());
}

}  // namespace

Expected<ProgramModel> read_program_model(const std::vector<std::filesystem::path>& files) {
  ProgramModel model;
  std::vector<std::string> taken;
  std::map<std::string, std::set<std::uint32_t>> slots;  // by function that vtables hold
  std::map<std::string, std::set<FieldId>> held;         // by function, the fields that point to it
  std::set<FieldId> open;
  std::set<std::string> texts;
  std::map<std::string, FieldId> known_fields;
  for (const std::filesystem::path& file : files) {
    const auto text = read_file(file);
    if (!text) return subject_error(fmt::format("{}: the program model is not there", file.string()));
    const json parsed = json::parse(*text, nullptr, false);
    if (parsed.is_discarded())
      return subject_error(
          fmt::format("{}: the program model is damaged; delete the cache folder and try again", file.string()));
    for (const json& each : parsed.at(model_file::kTexts)) texts.insert(bytes_of(each.get<std::string>()));
    if (parsed.value(model_file::kVersionKey, 0) != model_file::kVersion)
      return subject_error(
          fmt::format("{}: the program model is of another version of reenact; delete the cache folder and try again",
                      file.string()));
    std::vector<FieldId> fields;
    for (const json& name : parsed.at(model_file::kFields)) {
      const auto [at, is_new] = known_fields.emplace(name.get<std::string>(), FieldId(model.fields.size()));
      if (is_new) model.fields.push_back(at->first);
      fields.push_back(at->second);
    }
    for (const json& each : parsed.at(model_file::kFunctions)) {
      const std::string& name = each.at(model_file::kName).get_ref<const std::string&>();
      const FunctionId id(model.functions.size());
      if (!model.by_linkage_name.emplace(name, id).second) continue;
      model.functions.push_back(read_function(each, fields));
      model.functions.back().id = id;
    }
    for (const json& name : parsed.at(model_file::kTaken)) taken.push_back(name.get<std::string>());
    for (const json& each : parsed.at(model_file::kVirtual))
      for (std::size_t i = 1; i < each.size(); ++i)
        slots[each[0].get<std::string>()].insert(each[i].get<std::uint32_t>());
    for (const json& each : parsed.at(model_file::kTables))
      for (std::size_t i = 1; i < each.size(); ++i)
        held[each[0].get<std::string>()].insert(fields.at(each[i].get<std::size_t>()));
    for (const json& each : parsed.at(model_file::kOpenFields)) open.insert(fields.at(each.get<std::size_t>()));
  }
  model.texts.assign(texts.begin(), texts.end());
  for (const Function& function : model.functions)
    for (std::string& name : other_names(function)) model.by_linkage_name.emplace(std::move(name), function.id);
  for (const std::string& name : taken)
    if (const auto id = model.find(name)) model.functions[id->index()].is_address_taken = true;
  for (const auto& [name, in] : held)
    if (const auto id = model.find(name))
      for (const FieldId field : in)
        if (!open.contains(field)) model.functions[id->index()].held_in.push_back(field);
  for (const auto& [name, of_vtables] : slots)
    if (const auto id = model.find(name)) add_slots(of_vtables, model.functions[id->index()]);
  return model;
}

}  // namespace reenact
