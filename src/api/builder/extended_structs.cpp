// Structs with arrays inside: elements of arrays that are fields, and arrays at the end of a struct, as long as one likes.
#include <fmt/format.h>

#include "api/builder/builder.h"
#include "api/contracts/declared_contracts.h"
#include "base/text.h"

namespace reenact::api {

using namespace clang;

namespace {
constexpr std::size_t kMostAtEnd = 3;  // elements that are not numbers
}

/// Of arrays, also of arrays of arrays, the first and the last element; of `char name[16]` the text.
void Builder::add_array_field(const FieldDecl* field, const FieldsIn& place) {
  const std::string &owner = place.owner, name = place.path + field->getNameAsString();
  std::string first, last;
  QualType element = field->getType().getCanonicalType();
  for (const auto* array = context_.getAsConstantArrayType(element); array != nullptr;
       array = context_.getAsConstantArrayType(element)) {
    const std::uint64_t size = array->getSize().getZExtValue();
    if (size == 0) return;
    first += "[0]";
    last += fmt::format("[{}]", size - 1);
    element = array->getElementType();
  }
  if (first.empty() || element.isConstQualified()) return;
  Callable write = make(CallableKind::kFieldWrite, owner + "::" + name, owner);
  write.mutates_object = true;
  write.forges = place.forges || is_private_by_word(field);
  Parameter value;
  value.name = field->getNameAsString();
  if (element->isCharType() && first == "[0]") {
    if (!parameters_.fill(value, context_.getPointerType(element.withConst()))) return;
    value.nullable = false;
    std::erase_if(value.sources, [](const Source& source) { return source.mode != PassMode::kCString; });
    write.parameters = {place.self, value};
    write.includes = {"<cstdio>"};
    write.expression = fmt::format("std::snprintf((char*){{0.}}{0}, sizeof {{0.}}{0}, \"%s\", {{1}})", name);
    if (element.getUnqualifiedType() == context_.CharTy) replace_all(write.expression, "(char*)", "");
    add(std::move(write), fmt::format("auto& field = (*({}*)in[0]).{}; std::snprintf((char*)field, sizeof field, "
                                      "\"%s\", (const char*)in[1]);",
                                      owner, name));
    return;
  }
  if (!element->isArithmeticType() && !element->isPointerType() && !element->isEnumeralType()) return;
  if (!parameters_.fill(value, element.getUnqualifiedType())) return;
  write.parameters = {place.self, value};
  for (const std::string& element_at : first == last ? std::vector{first} : std::vector{first, last}) {
    Callable one = write;
    one.expression = fmt::format("{{0.}}{}{} = {{1}}", name, element_at);
    add(std::move(one),
        fmt::format("(*({}*)in[0]).{}{} = {};", owner, name, element_at, argument(1, element.getUnqualifiedType())));
  }
}

const FieldDecl* array_at_end(const CXXRecordDecl* record) {
  const FieldDecl* last = nullptr;
  for (const FieldDecl* field : record->fields()) last = field;
  if (last == nullptr || last->getIdentifier() == nullptr || record->isUnion()) return nullptr;
  const auto* sized = dyn_cast<ConstantArrayType>(last->getType().getCanonicalType());
  return last->getType()->isIncompleteArrayType() || (sized != nullptr && sized->getSize() == 0) ? last : nullptr;
}

const FieldDecl* count_at_end(const CXXRecordDecl* record) {
  const FieldDecl* array = array_at_end(record);
  if (array == nullptr) return nullptr;
  const std::string counter = counted_by(array), elements = lower(array->getNameAsString());
  const FieldDecl *by_length = nullptr, *by_name = nullptr;
  for (const FieldDecl* field : record->fields()) {
    if (!field->getType()->isIntegerType() || field->getType()->isBooleanType() || field->isBitField()) continue;
    const std::string name = lower(field->getNameAsString());
    if (!counter.empty() && field->getNameAsString() == counter) return field;
    if (name == "n" + elements || name == "n_" + elements) by_name = field;
    if (sounds_like_length(name)) by_length = field;
  }
  return by_name != nullptr ? by_name : by_length;
}

/// `struct packet { size_t size; char data[]; };`: a block with the struct and what follows it, its size filled in.
void Builder::add_with_array_at_end(const CXXRecordDecl* record) {
  const FieldDecl *array = array_at_end(record), *size = count_at_end(record);
  if (array == nullptr) return;
  const QualType element = context_.getAsArrayType(array->getType())->getElementType();
  const bool is_text = element->isCharType();
  if (!is_text && !types_.has_numbers(element)) {
    for (std::size_t elements = 1; elements <= kMostAtEnd; ++elements) add_with_elements_at_end(record, elements);
    return;
  }
  const std::string spelled = types_.spelling(context_.getRecordType(record)), name = array->getNameAsString();
  Callable callable = make(CallableKind::kVariable, spelled, spelled);
  callable.result = types_.variable(context_.getPointerType(context_.getRecordType(record)));
  if (!callable.result) return;
  callable.parameters = text_and_length(is_text ? types_.text() : types_.numbers_of(element));
  callable.includes = {"<cstdlib>", "<cstring>"};
  const auto lines = [&](const std::string& made, const std::string& from, const std::string& count) {
    const std::string bytes = is_text ? count : fmt::format("{} * sizeof({})", count, types_.spelling(element));
    std::string text =
        fmt::format("auto* {0} = static_cast<{1}*>(std::calloc(1, sizeof({1}) + {2}));\n", made, spelled, bytes);
    text += fmt::format("std::memcpy({}->{}, {}, {});", made, name, from, bytes);
    if (size != nullptr) text += fmt::format("\n{}->{} = {};", made, size->getNameAsString(), count);
    return text;
  };
  callable.expression = "{r}";
  callable.declaration = lines("{r}", "{0}", "{#0}");
  add(std::move(callable), "const size_t count = (size_t)*(unsigned long*)in[1]; " +
                               lines("made", "(in[0] ? in[0] : (void*)\"\")", "count") + " *(void**)out = made;");
}

/// The same of structs, enumerations and pointers, each of which a parameter gives.
void Builder::add_with_elements_at_end(const CXXRecordDecl* record, std::size_t elements) {
  const FieldDecl *array = array_at_end(record), *size = count_at_end(record);
  const QualType element = context_.getAsArrayType(array->getType())->getElementType();
  if (element.isConstQualified() || !element.isTriviallyCopyableType(context_) || !is_copyable(element)) return;
  const std::string spelled = types_.spelling(context_.getRecordType(record));
  Callable callable = make(CallableKind::kVariable, spelled, spelled);
  callable.result = types_.variable(context_.getPointerType(context_.getRecordType(record)));
  if (!callable.result) return;
  callable.includes = {"<cstdlib>"};
  std::string shown = fmt::format("auto* {{r}} = static_cast<{0}*>(std::calloc(1, sizeof({0}) + {1} * sizeof({2})));",
                                  spelled, elements, types_.spelling(element)),
              thunk = fmt::format("auto* made = static_cast<{0}*>(std::calloc(1, sizeof({0}) + {1} * sizeof({2})));",
                                  spelled, elements, types_.spelling(element));
  for (std::size_t i = 0; i < elements; ++i) {
    Parameter each;
    if (!fill_element(each, element)) return;
    callable.parameters.push_back(std::move(each));
    shown += fmt::format("\n{{r}}->{0}[{1}] = {{{1}}};", array->getNameAsString(), i);
    thunk += fmt::format(" made->{}[{}] = {};", array->getNameAsString(), i, argument(i, element));
  }
  if (size != nullptr) {
    shown += fmt::format("\n{{r}}->{} = {};", size->getNameAsString(), elements);
    thunk += fmt::format(" made->{} = {};", size->getNameAsString(), elements);
  }
  callable.expression = "{r}";
  callable.declaration = shown;
  add(std::move(callable), thunk + " *(void**)out = made;");
}

}  // namespace reenact::api
