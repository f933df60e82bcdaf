// The placeholders of a Callable's expression and declaration: "{0}", "{0.}", "{#0}" (api/api_model.h).
#pragma once

#include <cstddef>
#include <string>

namespace reenact::api {

/// `text` with `by` for each placeholder of parameter `at`, of whatever form, and those of later parameters moved up by one:
/// "init({0}, {1}, {#1})" with "&{r}" for 0 is "init(&{r}, {0}, {#0})". `{r}` and braces of C++ itself stay.
[[nodiscard]] std::string with_parameter(const std::string& text, std::size_t at, const std::string& by);

}  // namespace reenact::api
