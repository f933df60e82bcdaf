// Numbers that are passed by reference, and who remembers where they lie.
#pragma once

#include <clang/AST/Decl.h>

namespace reenact::api {

/// Is the number behind the reference that parameter `index` of `function` is only looked at as long as the call lasts? Then a literal
/// will do: `push(0.5)` of `void push(const T& value)`. Known of what is no constructor of a template, and where the body is at hand and
/// does nothing but read it or put it into a container. What returns a reference or a pointer may return this one.
[[nodiscard]] bool forgets_number(const clang::FunctionDecl* function, unsigned index);

}  // namespace reenact::api
