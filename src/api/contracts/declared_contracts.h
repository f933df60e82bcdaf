// What a declaration says beyond its types of how it is to be used: attributes, comments, names.
#pragma once

#include <clang/AST/Decl.h>

#include <optional>
#include <string>
#include <vector>

namespace reenact::api {

/// Must parameter `index` not be null? By `nonnull`, `_Nonnull`, or the function's comment.
[[nodiscard]] bool forbids_null(const clang::FunctionDecl* function, unsigned index);

/// Does the function's comment speak of null pointers where it speaks of parameter `index`?
[[nodiscard]] bool speaks_of_null(const clang::FunctionDecl* function, unsigned index);

/// Does the function's comment say that the object behind parameter `index` is gone afterwards: "the document is destroyed", "frees the
/// document", "doc must not be used any more", or that the result is used instead: "returns the new pointer for target"?
[[nodiscard]] bool says_released(const clang::FunctionDecl* function, unsigned index);

/// How many elements the function's comment asks for behind parameter `index`: "must have room for at least 8 bytes"; 0: it does not tell.
[[nodiscard]] std::uint32_t least_told(const clang::FunctionDecl* function, unsigned index);

/// Does a length below 0 mean something? By the function's comment.
[[nodiscard]] bool takes_negative(const clang::FunctionDecl* function, unsigned index);

/// Of which parameter, by an `access` or `counted_by` attribute in the source, or by the comment ("how many bytes @p data points to"), is parameter `index` the length?
[[nodiscard]] std::optional<unsigned> declared_buffer_of(const clang::FunctionDecl* function, unsigned index);

/// What the function's comment multiplies: "an image of width * height * 4 bytes".
struct DeclaredProduct {
  std::vector<unsigned> by;  // parameters, at least two
  unsigned unit = 1;         // the number among them
};
[[nodiscard]] std::optional<DeclaredProduct> declared_product(const clang::FunctionDecl* function);

/// Which parameter of `f(..., ...)` is a format as printf's: by the attribute, or a last text whose name says so.
[[nodiscard]] std::optional<unsigned> format_of(const clang::FunctionDecl* function);

/// Is the field the library's own, by its name ("_next", "text_", "reserved"), its comment ("private", "do not touch"), one above the group of fields
/// it is in, or that of its struct ("all members are internal")?
[[nodiscard]] bool is_private_by_word(const clang::FieldDecl* field);

/// Which field `field` counts the elements of, by `counted_by`; empty: none.
[[nodiscard]] std::string counted_by(const clang::FieldDecl* field);

}  // namespace reenact::api
