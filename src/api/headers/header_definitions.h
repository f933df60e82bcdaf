// Headers that belong to one source alone: fmt's format-inl.h is installed and public by name, yet defines what the
// library defines, and a second includer would not link.
#pragma once

#include <clang/AST/ASTContext.h>

#include <set>

namespace reenact::api {

/// Lines of the main file whose #include leads to the definition of a function or variable that may have only one:
/// external linkage, no template, not inline. Headers of the system do not count.
[[nodiscard]] std::set<unsigned> includes_with_definitions(const clang::ASTContext& context);

}  // namespace reenact::api
