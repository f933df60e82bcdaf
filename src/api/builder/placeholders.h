// The placeholders of a Callable's expression and declaration: "{0}", "{0.}", "{#0}" (api/api_model.h), and the thunk's table of arguments.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace reenact::api {

/// `text` with `by` for each placeholder of parameter `at`, of whatever form, and those of later parameters moved up by one:
/// "init({0}, {1}, {#1})" with "&{r}" for 0 is "init(&{r}, {0}, {#0})". `{r}` and braces of C++ itself stay.
[[nodiscard]] std::string with_parameter(const std::string& text, std::size_t at, const std::string& by);

/// A thunk of `count` parameters within another one, which has no parameter `at`: that one gets `by`, a pointer. nullopt: it has all of them.
[[nodiscard]] std::string thunk_with(const std::string& thunk, std::size_t count, std::optional<std::size_t> at,
                                     const std::string& by);

}  // namespace reenact::api
