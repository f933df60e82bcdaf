#include "api/builder/placeholders.h"

#include <fmt/format.h>

namespace reenact::api {

std::string with_parameter(const std::string& text, std::size_t at, const std::string& by) {
  std::string result;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t end = text[i] == '{' ? text.find('}', i) : std::string::npos;
    const std::string key = end == std::string::npos ? "" : text.substr(i + 1, end - i - 1);
    const std::size_t first = key.starts_with('#') || key.starts_with('*') ? 1 : 0, last = key.ends_with('.') ? 1 : 0;
    const std::string digits = key.size() > first + last ? key.substr(first, key.size() - first - last) : "";
    if (digits.empty() || digits.find_first_not_of("0123456789") != std::string::npos) {
      result += text[i++];
      continue;
    }
    const std::size_t k = std::stoul(digits);
    if (k == at)
      result += by;
    else
      result += fmt::format("{{{}{}{}}}", key.substr(0, first), k > at ? k - 1 : k, key.substr(key.size() - last));
    i = end + 1;
  }
  return result;
}

std::string thunk_with(const std::string& thunk, std::size_t count, std::optional<std::size_t> at,
                       const std::string& by) {
  std::string given;
  for (std::size_t k = 0; k < count; ++k)
    given += k == at ? by + ", " : fmt::format("in[{}], ", at && k > *at ? k - 1 : k);
  return fmt::format(
      "void* given[] = {{{}}}; {{ void* const* in = given; (void)in; alignas(16) char out[64]; (void)out; {} }}", given,
      thunk);
}

}  // namespace reenact::api
