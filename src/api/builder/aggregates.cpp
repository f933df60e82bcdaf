// Aggregates, which a test may fill field by field.
#include <fmt/format.h>

#include <algorithm>

#include "api/builder/builder.h"
#include "api/contracts/declared_contracts.h"
#include "api/contracts/length_pairs.h"
#include "base/text.h"

namespace reenact::api {

using namespace clang;

namespace {
constexpr std::size_t kMaxAggregateFields = 24, kMaxArrayFields = 8;

std::string in_braces(const std::vector<std::string>& members) {
  return fmt::format("{{{}}}", fmt::join(members, ", "));
}
}  // namespace

/// Not for objects that the project's own functions make (`json_array()`) or set up (`mp_init(&number)`): a handle
/// filled by hand is none. What a function takes by value is no handle: `cbor_map_add(map, {key, value})`.
void Builder::add_aggregates() {
  const auto is_any = [&](const auto& holds) { return std::ranges::any_of(api_.callables, holds); };
  for (const CXXRecordDecl* record : aggregates_) {
    const auto held = types_.variable(context_.getPointerType(context_.getRecordType(record)));
    const bool has_factory = is_any([&](const Callable& each) {
      return held && each.result == held && !each.linkage_name.empty() && !each.result_is_reference;
    });
    const auto value = types_.variable(context_.getRecordType(record));
    const bool has_initialiser = is_any([&](const Callable& each) {
      return value && each.kind == CallableKind::kFunction && !each.parameters.empty() &&
             lower(each.name).contains("init") &&
             std::ranges::any_of(each.parameters.front().sources,
                                 [&](const Source& source) { return source.type == *value; });
    });
    const bool is_passed_by_value = is_any([&](const Callable& each) {
      return value && !each.linkage_name.empty() && std::ranges::any_of(each.parameters, [&](const Parameter& taken) {
               return taken.by_value && taken.type == *value;
             });
    });
    if (is_passed_by_value || (!has_factory && !has_initialiser)) add_aggregate(record);
  }
}

/// `point p{1, 2};`: every field a parameter that is not the library's own, so that a search changes one and keeps the others.
void Builder::add_aggregate(const CXXRecordDecl* record) {
  const std::string spelled = types_.spelling(context_.getRecordType(record));
  Callable callable = make(CallableKind::kConversion, spelled, spelled);
  callable.result = types_.variable(context_.getRecordType(record));
  Arguments braces;
  if (!flatten(record, "", callable, braces) || callable.parameters.empty()) return;
  const std::string shown = in_braces(braces.shown);
  callable.expression = spelled + shown;
  callable.declaration = spelled + " {r}" + shown + ";";
  add(std::move(callable), fmt::format("::new (out) {}{};", spelled, in_braces(braces.passed)));
}

/// One more parameter of `callable` for a field that is neither class nor array; false: its type cannot be made.
bool Builder::flatten_scalar(const std::string& name, QualType type, Callable& callable, Arguments& braces) {
  Parameter value;
  value.name = name;
  if (callable.parameters.size() >= kMaxAggregateFields || !parameters_.fill(value, type.getUnqualifiedType()))
    return false;
  braces.add(fmt::format("{{{}}}", callable.parameters.size()),
             argument(callable.parameters.size(), type.getUnqualifiedType()));
  callable.parameters.push_back(std::move(value));
  return true;
}

/// Fields that are a pointer and what it points to has: `{const char* data; size_t size;}`. Behind one another, or by
/// attribute.
void Builder::pair_fields(const CXXRecordDecl* record, Callable& callable,
                          const std::map<const FieldDecl*, std::size_t>& places) const {
  const FieldDecl* before = nullptr;
  for (const FieldDecl* field : record->fields()) {
    const FieldDecl* buffer = field->getType()->isPointerType() ? nullptr : before;
    for (const FieldDecl* each : record->fields())
      if (field->getIdentifier() != nullptr && counted_by(each) == field->getName()) buffer = each;
    before = field;
    if (buffer == nullptr || !buffer->getType()->isPointerType() || !field->getType()->isIntegerType() ||
        field->getType()->isBooleanType() || !sounds_like_length(field->getNameAsString()) || !places.contains(field) ||
        !places.contains(buffer))
      continue;
    pair_up(api_, callable.parameters[places.at(buffer)], callable.parameters[places.at(field)],
            static_cast<std::uint32_t>(places.at(buffer)));
  }
}

/// A short array of numbers, a parameter each; false: it is none, or there is no room for it.
bool Builder::flatten_array(const std::string& name, QualType type, Callable& callable, Arguments& braces) {
  const auto* array = dyn_cast<ConstantArrayType>(type);
  if (array == nullptr || !array->getElementType()->isArithmeticType() || array->getElementType()->isCharType())
    return false;
  const std::size_t size = array->getSize().getZExtValue();
  if (size > kMaxArrayFields || callable.parameters.size() + size > kMaxAggregateFields) return false;
  Arguments elements;
  for (std::size_t i = 0; i < size; ++i) (void)flatten_scalar(name, array->getElementType(), callable, elements);
  braces.add(in_braces(elements.shown), in_braces(elements.passed));
  return true;
}

/// A class of the project inside another; `callable` stays as it was if that cannot be done.
bool Builder::flatten_record(const std::string& name, QualType type, Callable& callable, Arguments& braces) {
  if (!type->isRecordType()) return false;
  const CXXRecordDecl* record = type->getAsCXXRecordDecl()->getDefinition();
  if (record == nullptr || !is_project(record)) return false;
  const std::size_t before = callable.parameters.size();
  Arguments inner;
  if (!flatten(record, name, callable, inner)) {
    callable.parameters.resize(before);
    return false;
  }
  braces.add(in_braces(inner.shown), in_braces(inner.passed));
  return true;
}

bool Builder::flatten(const CXXRecordDecl* record, const std::string& prefix, Callable& callable, Arguments& braces) {
  if (!record->isAggregate() || record->isUnion() || record->getNumBases() > 0) return false;
  std::map<const FieldDecl*, std::size_t> places;          // the parameters of plain fields
  const FieldDecl* counts_nothing = count_at_end(record);  // an aggregate has no room for elements at its end
  for (const FieldDecl* field : record->fields()) {
    if (field->hasInClassInitializer()) return false;
    if (field->isUnnamedBitField()) continue;
    const QualType type = field->getType().getCanonicalType();
    if (type->isReferenceType() || field->getAccess() != AS_public) return false;
    const std::string name = prefix.empty() ? field->getNameAsString() : prefix + "_" + field->getNameAsString();
    const bool is_plain = !field->isBitField() && field->getIdentifier() != nullptr && field != counts_nothing &&
                          !is_private_by_word(field);
    const std::size_t place = callable.parameters.size();
    const bool filled =
        is_plain && (flatten_record(name, type, callable, braces) || flatten_array(name, type, callable, braces) ||
                     (!type->isArrayType() && is_copyable(type) && flatten_scalar(name, type, callable, braces)));
    if (!filled) braces.add("{}", "{}");
    if (callable.parameters.size() == place + 1) places.emplace(field, place);
  }
  pair_fields(record, callable, places);
  while (!braces.shown.empty() && braces.shown.back() == "{}") {
    braces.shown.pop_back();
    braces.passed.pop_back();
  }
  return true;
}

}  // namespace reenact::api
