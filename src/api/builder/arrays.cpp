// Arrays for parameters that take several elements: `char** argv`, `void** table`, `const Point* points`; and arrays of a
// size that the type says: `int (&digits)[3]`, `float (*row)[4]`, `float matrix[4][4]`.
#include <fmt/format.h>

#include <set>

#include "api/builder/builder.h"

namespace reenact::api {

using namespace clang;

namespace {

constexpr std::size_t kMostElements = 3;  // before the one that ends the array

/// "[3][4]".
std::string extents_of(const ASTContext& context, QualType type) {
  std::string result;
  for (const auto* array = context.getAsConstantArrayType(type); array != nullptr;
       array = context.getAsConstantArrayType(array->getElementType()))
    result += fmt::format("[{}]", array->getSize().getZExtValue());
  return result;
}

/// Of an array of arrays of const numbers, "int".
std::string bare_element(const ASTContext& context, const TypeTable& types, QualType array) {
  return types.spelling(context.getBaseElementType(array).getUnqualifiedType());
}

/// The T[n] of parameters `T (*rows)[n]` that another one tells the number of.
std::vector<QualType> rows_counted(TypeTable& types, const ApiModel& api) {
  std::set<TypeId> seen;
  std::vector<QualType> result;
  for (const Callable& callable : api.callables)
    for (const Parameter& length : callable.parameters) {
      if (!length.length_of) continue;
      const TypeId rows = callable.parameters[*length.length_of].type;
      const QualType pointer = types.pointer_of(rows);
      if (pointer.isNull() || !types.is_array_made(pointer->getPointeeType()) || !seen.insert(rows).second) continue;
      result.push_back(pointer->getPointeeType());
    }
  return result;
}

}  // namespace

/// What `void**` may point to: the project's objects, or handles; bytes would be no object of anybody's.
std::vector<Source> Builder::untyped_elements() const {
  std::vector<Source> result;
  for (const CXXRecordDecl* record : types_.records())
    if (const auto pointer = types_.find_pointer(context_.getPointerType(context_.getRecordType(record)));
        pointer && is_project(record))
      result.push_back({*pointer, PassMode::kLoad});
  return result;
}

bool Builder::fill_element(Parameter& parameter, QualType element) {
  parameter.name = "element";
  if (!parameters_.fill(parameter, element)) return false;
  if (is_text_pointer(element)) {
    parameter.nullable = false;  // it would end the array
    parameter.sources = {{types_.text(), PassMode::kCString}};
  } else if (element->isVoidPointerType() && !handle_name(element)) {
    parameter.sources = untyped_elements();
  }
  return !parameter.sources.empty();
}

/// One to three elements, and a zero one at the end, by which many C functions know it. Of rows (`int (*rows)[4]`) there
/// are no more than these: who takes them is told how many.
void Builder::add_array(QualType element, std::size_t count) {
  const bool is_pointer = element->isPointerType(), is_row = element->isArrayType();
  const std::string spelled = types_.spelling(element);
  Callable callable = make(CallableKind::kArray, "array of " + (is_text_pointer(element) ? "texts" : spelled), "");
  callable.result = types_.variable(context_.getPointerType(element));
  std::string shown, copied,
      thunk = fmt::format(
          "using E = __typeof__({0}); alignas(E) static unsigned char lists[16][{1} * sizeof(E)]; "
          "static unsigned next; auto& list = lists[next++ % 16]; __builtin_memset(list, 0, sizeof list);",
          spelled, kMostElements + 1);
  for (std::size_t i = 0; i < count; ++i) {
    Parameter each;
    if (!fill_element(each, is_row ? context_.getLValueReferenceType(element) : element)) return;
    callable.parameters.push_back(std::move(each));
    shown += fmt::format("{{{}}}, ", i);
    copied += fmt::format("\nstd::memcpy({{r}}[{0}], {{{0}}}, sizeof {{r}}[{0}]);", i);
    thunk += fmt::format(" __builtin_memcpy(list + {} * sizeof(E), {}, sizeof(E));", i,
                         is_pointer ? fmt::format("&in[{}]", i) : fmt::format("in[{}]", i));
  }
  callable.expression = "{}";
  if (is_row) {
    callable.declaration = fmt::format("{}[{}]{} = {{}};{}", new_variable(bare_element(context_, types_, element)),
                                       count, extents_of(context_, element), copied);
    callable.includes = {"<cstring>"};
  } else {
    callable.declaration = fmt::format("{}[] = {{{}{}}};", new_variable(spelled), shown, is_pointer ? "nullptr" : "{}");
  }
  add(std::move(callable), thunk + " *(void**)out = list;");
}

void Builder::add_arrays() {
  for (std::size_t i = 0; i < parameters_.elements().size(); ++i) {
    const QualType element = parameters_.elements()[i];
    if (element->isRecordType() && (!element.isTriviallyCopyableType(context_) || !is_copyable(element) ||
                                    !types_.find_record(element->getAsCXXRecordDecl()->getCanonicalDecl())))
      continue;
    for (std::size_t count = 1; count <= kMostElements; ++count) add_array(element, count);
  }
  for (const QualType row : rows_counted(types_, api_))
    for (std::size_t count = 1; count <= kMostElements; ++count) add_array(row, count);
}

namespace {

/// The first elements of an array, each a parameter; the others are zero.
struct FirstElements {
  std::vector<std::string> places;  // "[0][1]"
  std::string shown;                // "{{{0}, {1}}, {{2}}}"
};

/// Adds the elements of `type`, which is at `place`, up to `most` in all.
void add_elements(const ASTContext& context, QualType type, const std::string& place, std::size_t most,
                  FirstElements& to) {
  const auto* array = context.getAsConstantArrayType(type);
  if (array == nullptr) {
    to.shown += fmt::format("{{{}}}", to.places.size());
    to.places.push_back(place);
    return;
  }
  to.shown += '{';
  for (std::uint64_t i = 0; i < array->getSize().getZExtValue() && to.places.size() < most; ++i) {
    if (i > 0) to.shown += ", ";
    add_elements(context, array->getElementType(), fmt::format("{}[{}]", place, i), most, to);
  }
  to.shown += '}';
}

}  // namespace

void Builder::add_sized_array(QualType type) {
  const QualType element = context_.getBaseElementType(type);
  FirstElements elements;
  add_elements(context_, type, "", kMostArrayObjects, elements);
  Callable callable = make(CallableKind::kArray, types_.spelling(type), "");
  callable.result = types_.array(type);
  std::string thunk = fmt::format(
      "using A = __typeof__({}); using E = std::remove_all_extents_t<A>; A& made = *(A*)out; "
      "std::memset(out, 0, sizeof(A));",
      types_.spelling(type));
  for (std::size_t i = 0; i < elements.places.size(); ++i) {
    Parameter each;
    each.name = "element";
    if (!parameters_.fill(each, element)) return;
    callable.parameters.push_back(std::move(each));
    thunk += fmt::format(" ::new ((void*)&made{}) E({});", elements.places[i], argument(i, element));
  }
  callable.expression = "{}";
  callable.declaration =
      fmt::format("{}{} = {};", new_variable(types_.spelling(element)), extents_of(context_, type), elements.shown);
  add(std::move(callable), thunk);
}

/// `char name[16]`: a text, as much of it as there is room for.
void Builder::add_text_array(QualType type) {
  Callable callable = make(CallableKind::kArray, types_.spelling(type), "");
  callable.result = types_.array(type);
  Parameter text;
  text.name = "text";
  text.type = types_.text();
  text.sources = {{types_.text(), PassMode::kCString}};
  callable.parameters = {text};
  callable.includes = {"<cstdio>"};
  callable.expression = "{}";
  callable.declaration = fmt::format("char {{r}}{} = \"\";\nstd::snprintf({{r}}, sizeof {{r}}, \"%s\", {{0}});",
                                     extents_of(context_, type));
  add(std::move(callable),
      fmt::format("std::snprintf((char*)out, sizeof({}), \"%s\", (const char*)in[0]);", types_.spelling(type)));
}

void Builder::add_sized_arrays() {
  for (std::size_t i = 0; i < types_.arrays().size(); ++i) {
    const QualType type = types_.arrays()[i];
    const bool is_text = context_.hasSameType(context_.getAsArrayType(type)->getElementType(), context_.CharTy);
    if (is_text) add_text_array(type);
    // Few characters may be just that, without an end.
    if (!is_text || context_.getConstantArrayElementCount(context_.getAsConstantArrayType(type)) <= kMostArrayObjects)
      add_sized_array(type);
  }
}

/// `short room[4096] = {};`, for functions of which nobody says how much they write.
void Builder::add_room(QualType element) {
  const std::string spelled = types_.spelling(element);
  Callable callable = make(CallableKind::kArray, "room for " + spelled, "");
  callable.is_room = true;
  callable.result = types_.variable(context_.getPointerType(element));
  callable.expression = "{}";
  callable.declaration = fmt::format("{}[{}] = {{}};", new_variable(spelled), kRoomElements);
  add(std::move(callable),
      fmt::format("static {0} rooms[4][{1}]; static unsigned next; auto& room = rooms[next++ % 4]; "
                  "__builtin_memset(room, 0, sizeof room); *(void**)out = room;",
                  spelled, kRoomElements));
}

void Builder::add_rooms() {
  std::vector<QualType> elements;
  std::set<TypeId> seen;
  for (const Callable& callable : api_.callables)
    for (const Parameter& parameter : callable.parameters) {
      if (callable.linkage_name.empty() || !seen.insert(parameter.type).second) continue;
      const QualType pointer = types_.pointer_of(parameter.type);
      if (pointer.isNull() || !pointer->isPointerType()) continue;
      const QualType element = pointer->getPointeeType();
      if (element->isArithmeticType() && !element->isBooleanType() && !element.isConstQualified())
        elements.push_back(element);
    }
  for (const QualType element : elements) add_room(element);
}

}  // namespace reenact::api
