// What functions with `...` take behind their named parameters: their declarations do not say it, their bodies do.
//
//   parser* either(int n, ...) { ... va_arg(arguments, parser*) ... }        any number of `parser*`
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace reenact::api {

/// By the function's name, without scopes, the types that its body takes with va_arg, each once.
using VariadicArguments = std::map<std::string, std::vector<std::string>>;

/// Of the functions that are defined in the code of `source`.
[[nodiscard]] VariadicArguments variadic_arguments_in(const std::string& source);

/// Of all of `sources`; of two functions with the same name, the first one's.
[[nodiscard]] VariadicArguments variadic_arguments(const std::vector<std::filesystem::path>& sources);

/// Declarations for the reader's prelude: for each function a namespace with aliases of its types, in their order. What cannot be spelled outside of
/// its file is not declared then.
[[nodiscard]] std::string declarations_of(const VariadicArguments& functions);

/// Where declarations_of() puts the aliases of that function.
[[nodiscard]] std::string variadic_namespace(const std::string& function);

}  // namespace reenact::api
