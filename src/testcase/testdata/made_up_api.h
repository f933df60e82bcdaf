// Small APIs for tests and benchmarks, made by hand.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "api/api_model.h"

namespace reenact {

/// Numbers types and callables as they come.
struct MadeUpApi {
  TypeId type(TypeKind kind, std::uint32_t bits = 0) {
    Type made;
    made.id = TypeId(api.types.size());
    made.kind = kind;
    made.bits = bits;
    made.is_signed = true;
    api.types.push_back(made);
    api.producers.emplace_back();
    return made.id;
  }

  CallableId add(CallableKind kind, std::vector<Parameter> parameters, std::optional<TypeId> result) {
    Callable made;
    made.id = CallableId(api.callables.size());
    made.kind = kind;
    made.parameters = std::move(parameters);
    made.result = result;
    api.callables.push_back(made);
    return made.id;
  }

  /// One that has a name, which also is its linkage name.
  CallableId add(const std::string& name, CallableKind kind, std::vector<Parameter> parameters,
                 std::optional<TypeId> result) {
    const CallableId id = add(kind, std::move(parameters), result);
    api.callables[id.index()].name = api.callables[id.index()].linkage_name = name;
    return id;
  }

  /// The length of the text that is argument `index`, or any number.
  static Parameter length_of(std::uint32_t index, TypeId integer, TypeId text) {
    Parameter made{
        .name = "length", .type = integer, .sources = {{text, PassMode::kLength}, {integer, PassMode::kAddress}}};
    made.length_of = index;
    return made;
  }

  ApiModel api;
};

/// class T { T(int); void set(const char*, size_t); T* twin(); };  void use(T*, T&);  String(text, its length);
/// String file(text, its length);  void read(String). They are callables 0 to 6.
inline ApiModel small_api() {
  MadeUpApi made;
  const TypeId integer = made.type(TypeKind::kInteger, 32), text = made.type(TypeKind::kText),
               object = made.type(TypeKind::kObject), pointer = made.type(TypeKind::kPointer);
  const Parameter number{.name = "n", .type = integer, .sources = {{integer, PassMode::kAddress}}};
  const Parameter self{
      .name = "t", .type = object, .sources = {{object, PassMode::kAddress}, {pointer, PassMode::kLoad}}};
  const Parameter maybe{.name = "p",
                        .type = pointer,
                        .nullable = true,
                        .sources = {{pointer, PassMode::kLoad}, {object, PassMode::kAddress}}};
  const Parameter data{.name = "data", .type = text, .nullable = true, .sources = {{text, PassMode::kBuffer}}};
  made.api.producers[object.index()] = {made.add(CallableKind::kConstructor, {number}, object)};
  made.add(CallableKind::kMethod, {self, data, MadeUpApi::length_of(1, integer, text)}, std::nullopt);
  made.api.producers[pointer.index()] = {made.add(CallableKind::kMethod, {self}, pointer)};
  made.add(CallableKind::kFunction, {maybe, self}, std::nullopt);
  const TypeId string = made.type(TypeKind::kObject);
  const Parameter whole{.name = "text", .type = text, .sources = {{text, PassMode::kBuffer}}};
  Parameter its_length{.name = "length", .type = text, .sources = {{text, PassMode::kLength}}};
  its_length.length_of = 0;
  made.api.producers[string.index()] = {made.add(CallableKind::kConversion, {whole, its_length}, string),
                                        made.add(CallableKind::kFile, {whole, its_length}, string)};
  const Parameter read{.name = "s", .type = string, .by_value = true, .sources = {{string, PassMode::kAddress}}};
  made.add(CallableKind::kFunction, {read}, std::nullopt);
  return std::move(made.api);
}

}  // namespace reenact
