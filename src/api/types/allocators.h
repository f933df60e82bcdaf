// Functions by which a library gets its memory from its user: `void* (*allocate)(size_t)`.
#pragma once

#include <clang/AST/Type.h>

#include <optional>
#include <string>

namespace reenact::api {

/// What a test hands over for a parameter (or field) of that function type, as it is written: "malloc" for `void* (*alloc_fn)(size_t)`,
/// "realloc" for `void* (*realloc_fn)(void*, size_t)`, a lambda around them where the library passes more. `names`: the parameter's and
/// its typedef's. nullopt: they do not tell that it allocates, or its parameters do not tell how.
///
/// One function with the old block and two numbers (`lua_Alloc`) allocates, changes and frees: the last number is the new size.
[[nodiscard]] std::optional<std::string> allocator_for(clang::QualType function, const std::string& names);

}  // namespace reenact::api
