// Alias templates: `template <class K, class V> using FlatMap = detail::Table<true, K, V>;`.
#pragma once

#include <clang/AST/DeclTemplate.h>

#include <optional>
#include <vector>

namespace reenact::api {

/// The class template of whose instances it is a name; null: it names something else, as `T*`.
[[nodiscard]] const clang::ClassTemplateDecl* template_named_by(const clang::TypeAliasTemplateDecl* alias);
/// The arguments with which it names that instance, (int, char) for `detail::Table<true, int, char>`; nullopt: with none, or its definition calculates with
/// them, `Table<sizeof(K) <= 8, K>`.
[[nodiscard]] std::optional<std::vector<clang::TemplateArgument>> arguments_of_alias(
    const clang::TypeAliasTemplateDecl* alias, const clang::ClassTemplateSpecializationDecl* made);
/// How many of the last `arguments` are what `parameters` say themselves: 2 of a Map<int, char, std::less<int>, 62>, where these are the defaults.
[[nodiscard]] std::size_t arguments_by_default(const clang::ASTContext& context,
                                               const clang::TemplateParameterList& parameters,
                                               llvm::ArrayRef<clang::TemplateArgument> arguments);

}  // namespace reenact::api
