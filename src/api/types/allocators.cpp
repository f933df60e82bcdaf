#include "api/types/allocators.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "api/contracts/lifetimes.h"

namespace reenact::api {

using namespace clang;

namespace {

/// The parameters that count: where the blocks and the sizes are.
struct Shape {
  std::vector<unsigned> blocks, sizes;
  std::vector<std::string> types;
};

std::optional<Shape> shape_of(const FunctionProtoType& function) {
  Shape result;
  for (unsigned i = 0; i < function.getNumParams(); ++i) {
    const QualType type = function.getParamType(i).getCanonicalType();
    const bool is_block = type->isVoidPointerType() && !type->getPointeeType().isConstQualified();
    if (!is_block && !type->isIntegerType()) return std::nullopt;
    (is_block ? result.blocks : result.sizes).push_back(i);
    result.types.push_back(type.getAsString());
  }
  return result;
}

/// `[](void*, unsigned long size) -> void* { return malloc(size); }`
std::string lambda(const Shape& shape, const std::vector<std::pair<unsigned, const char*>>& named, const char* body) {
  std::vector<std::string> parameters = shape.types;
  for (const auto& [index, name] : named)
    parameters[index] += fmt::format("{}{}", parameters[index].ends_with('*') ? "" : " ", name);
  return fmt::format("[]({}) -> void* {{ {} }}", fmt::join(parameters, ", "), body);
}

bool is_plain(const Shape& shape, std::initializer_list<const char*> types) {
  return std::ranges::equal(shape.types, types, [](const std::string& a, const char* b) { return a == b; });
}

}  // namespace

std::optional<std::string> allocator_for(QualType type, const std::string& names) {
  const auto* function = type->getAs<FunctionProtoType>();
  if (function == nullptr || function->isVariadic() || !function->getReturnType()->isVoidPointerType())
    return std::nullopt;
  const std::vector<std::string> words = words_of(names);
  const auto says = [&](std::string_view part) {
    return std::ranges::any_of(words, [&](const std::string& word) { return word.contains(part); });
  };
  const auto shape = shape_of(*function);
  if (!shape || !says("alloc")) return std::nullopt;
  const std::vector<unsigned>&blocks = shape->blocks, &sizes = shape->sizes;
  if (!blocks.empty() && sizes.size() == 2)
    return lambda(*shape, {{blocks.back(), "block"}, {sizes.back(), "size"}},
                  "if (size != 0) return realloc(block, size); free(block); return nullptr;");
  if (says("realloc") && !blocks.empty() && sizes.size() == 1)
    return is_plain(*shape, {"void *", "unsigned long"})
               ? "realloc"
               : lambda(*shape, {{blocks.back(), "block"}, {sizes.back(), "size"}}, "return realloc(block, size);");
  if (says("realloc")) return std::nullopt;
  if (sizes.size() == 1)
    return is_plain(*shape, {"unsigned long"}) ? "malloc"
                                               : lambda(*shape, {{sizes.back(), "size"}}, "return malloc(size);");
  if (sizes.size() == 2 && blocks.empty())
    return is_plain(*shape, {"unsigned long", "unsigned long"})
               ? "calloc"
               : lambda(*shape, {{sizes.front(), "count"}, {sizes.back(), "size"}}, "return calloc(count, size);");
  return std::nullopt;
}

}  // namespace reenact::api
