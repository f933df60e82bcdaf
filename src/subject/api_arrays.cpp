// Arrays for parameters that take several elements: `char** argv`, `void** table`, `const Point* points`.
#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "subject/api_builder.h"

namespace reenact::api {

using namespace clang;

namespace {

constexpr std::size_t kMostElements = 3;  // before the one that ends the array

}  // namespace

void Builder::add_string_arrays() {
  // const char* const* and char** parameters (argv, lists of names): NULL-terminated arrays of one to three texts.
  for (const bool is_const : {true, false}) {
    const QualType text = context_.getPointerType(is_const ? context_.CharTy.withConst() : context_.CharTy);
    bool wanted = false;
    for (const QualType handle : parameters_.handles())
      wanted = wanted || handle.getCanonicalType().getUnqualifiedType() == text.getCanonicalType();
    if (!wanted) continue;
    const auto array = types_.variable(context_.getPointerType(text));
    if (!array) continue;
    for (std::size_t count = 1; count <= 3; ++count) {
      Callable callable = make(CallableKind::kArray, "array of texts", "");
      callable.result = array;
      std::string shown,
          thunk = fmt::format("static {} lists[16][4]; static unsigned next; auto& list = lists[next++ % 16];",
                              is_const ? "const char*" : "char*");
      for (std::size_t i = 0; i < count; ++i) {
        Parameter each;
        each.name = "argument";
        each.type = types_.text();
        each.sources = {{types_.text(), PassMode::kCString}};
        callable.parameters.push_back(each);
        shown += fmt::format("{}{{{}}}", i == 0 ? "" : ", ", i);
        thunk += fmt::format(" list[{}] = (char*)in[{}];", i, i);
      }
      thunk += fmt::format(" list[{}] = nullptr; *(void**)out = list;", count);
      callable.expression = "{}";
      callable.declaration = fmt::format("{} {{r}}[] = {{{}, nullptr}};", is_const ? "const char*" : "char*", shown);
      add(std::move(callable), thunk);
    }
  }
}

/// What `void**` may point to: the project's objects, or handles; bytes would be no object of anybody's.
std::vector<Source> Builder::untyped_elements() const {
  std::vector<Source> result;
  for (const CXXRecordDecl* record : types_.records())
    if (const auto pointer = types_.find_pointer(context_.getPointerType(context_.getRecordType(record)));
        pointer && is_project(record))
      result.push_back({*pointer, PassMode::kLoad});
  return result;
}

/// One to three elements, and a zero one at the end, by which many C functions know it.
void Builder::add_array(QualType element, std::size_t count) {
  const bool is_pointer = element->isPointerType();
  const std::string spelled = types_.spelling(element);
  Callable callable = make(CallableKind::kArray, "array of " + spelled, "");
  callable.result = types_.variable(context_.getPointerType(element));
  std::string shown, thunk = fmt::format(
                         "alignas({0}) static unsigned char lists[16][{1} * sizeof({0})]; static unsigned next; auto& "
                         "list = lists[next++ % 16]; __builtin_memset(list, 0, sizeof list);",
                         spelled, kMostElements + 1);
  for (std::size_t i = 0; i < count; ++i) {
    Parameter each;
    each.name = "element";
    if (!parameters_.fill(each, element)) return;
    if (element->isVoidPointerType() && !handle_name(element)) each.sources = untyped_elements();
    if (each.sources.empty()) return;
    callable.parameters.push_back(std::move(each));
    shown += fmt::format("{{{}}}, ", i);
    thunk += fmt::format(" __builtin_memcpy(list + {0} * sizeof({1}), {2}, sizeof({1}));", i, spelled,
                         is_pointer ? fmt::format("&in[{}]", i) : fmt::format("in[{}]", i));
  }
  callable.expression = "{}";
  callable.declaration = fmt::format("{}[] = {{{}{}}};", new_variable(spelled), shown, is_pointer ? "nullptr" : "{}");
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
}

}  // namespace reenact::api
