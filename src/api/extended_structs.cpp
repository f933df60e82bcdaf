// Structs with arrays inside: elements of arrays that are fields, and arrays at the end of a struct, as long as one likes.
#include <fmt/format.h>

#include "api/builder.h"
#include "base/text.h"

namespace reenact::api {

using namespace clang;

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

/// `struct packet { size_t size; char data[]; };`: a block with the struct and what follows it, its size filled in.
void Builder::add_with_flexible_array(const CXXRecordDecl* record) {
  const FieldDecl *last = nullptr, *size = nullptr;
  for (const FieldDecl* field : record->fields()) {
    if (field->getType()->isIntegerType() && sounds_like_length(field->getNameAsString()) && !field->isBitField())
      size = field;
    last = field;
  }
  if (last == nullptr || !last->getType()->isIncompleteArrayType() || last->getIdentifier() == nullptr) return;
  const QualType element = context_.getAsArrayType(last->getType())->getElementType();
  const bool is_text = element->isCharType();
  if (!is_text && !types_.has_numbers(element)) return;
  const std::string spelled = types_.spelling(context_.getRecordType(record)), name = last->getNameAsString();
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

}  // namespace reenact::api
