// Arrays for parameters that take several elements: `char** argv`, `void** table`, `const Point* points`.
#include <fmt/format.h>

#include "api/builder.h"

namespace reenact::api {

using namespace clang;

namespace {

constexpr std::size_t kMostElements = 3;  // before the one that ends the array

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

/// One to three elements, and a zero one at the end, by which many C functions know it.
void Builder::add_array(QualType element, std::size_t count) {
  const bool is_pointer = element->isPointerType();
  const std::string spelled = types_.spelling(element);
  Callable callable = make(CallableKind::kArray, "array of " + (is_text_pointer(element) ? "texts" : spelled), "");
  callable.result = types_.variable(context_.getPointerType(element));
  std::string shown, thunk = fmt::format(
                         "alignas({0}) static unsigned char lists[16][{1} * sizeof({0})]; static unsigned next; auto& "
                         "list = lists[next++ % 16]; __builtin_memset(list, 0, sizeof list);",
                         spelled, kMostElements + 1);
  for (std::size_t i = 0; i < count; ++i) {
    Parameter each;
    if (!fill_element(each, element)) return;
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
