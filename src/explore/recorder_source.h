// What the recording form of a suite has in front of its tests: it writes each result down as the assertion to be made of it.
#pragma once

#include <string_view>

namespace reenact {

/// In the working folder of the run; a line is `test statement assertion`, and `$` in it is the variable.
inline constexpr std::string_view kObservedFile = "observed.txt";

inline constexpr std::string_view kRecorderSource = R"recorder(#include <cstdio>
#include <string>
#include <type_traits>

namespace reenact_recorder {
inline std::string quoted(const char* text, std::size_t size) {
  std::string result = "\"";
  for (std::size_t i = 0; i < size; ++i) {
    const unsigned char c = static_cast<unsigned char>(text[i]);
    char escape[8];
    if (c == '"' || c == '\\') std::snprintf(escape, sizeof escape, "\\%c", c);
    else if (c < 32 || c > 126 || c == '?' || c == '$') std::snprintf(escape, sizeof escape, "\\%03o", c);
    else std::snprintf(escape, sizeof escape, "%c", c);
    result += escape;
  }
  return result + "\"";
}
template <typename T>
std::string number(T value) {
  char text[64];
  if constexpr (std::is_unsigned_v<T>) std::snprintf(text, sizeof text, sizeof(T) < 8 ? "%lluU" : "%lluULL", static_cast<unsigned long long>(value));
  else if (static_cast<long long>(value) == -9223372036854775807LL - 1) return "(-9223372036854775807LL - 1)";
  else std::snprintf(text, sizeof text, sizeof(T) < 8 ? "%lld" : "%lldLL", static_cast<long long>(value));
  return text;
}
template <typename T>
std::string assertion(const T& value) {
  using Plain = std::remove_cv_t<T>;
  constexpr std::size_t longest = 200;
  if constexpr (std::is_same_v<Plain, bool>) {
    return value ? "EXPECT_TRUE($);" : "EXPECT_FALSE($);";
  } else if constexpr (std::is_enum_v<Plain>) {
    return "EXPECT_EQ(static_cast<long long>($), " + number(static_cast<long long>(value)) + ");";
  } else if constexpr (std::is_integral_v<Plain> && sizeof(Plain) == 1) {
    return "EXPECT_EQ(static_cast<int>($), " + number(static_cast<int>(value)) + ");";
  } else if constexpr (std::is_integral_v<Plain>) {
    return "EXPECT_EQ($, " + number(static_cast<Plain>(value)) + ");";
  } else if constexpr (std::is_floating_point_v<Plain>) {
    if (value != value) return "EXPECT_TRUE($ != $);";
    char text[64];
    std::snprintf(text, sizeof text, "%.17g", static_cast<double>(value));
    if (std::string(text).find("inf") != std::string::npos) return value > 0 ? "EXPECT_GT($, 1e308);" : "EXPECT_LT($, -1e308);";
    return std::string(sizeof(Plain) == 4 ? "EXPECT_FLOAT_EQ($, " : "EXPECT_DOUBLE_EQ($, ") + text + ");";
  } else if constexpr (std::is_same_v<Plain, const char*>) {
    if (value == nullptr) return "EXPECT_EQ($, nullptr);";
    std::size_t size = 0;
    while (size <= longest && value[size] != 0) ++size;
    return size > longest ? "EXPECT_NE($, nullptr);" : "EXPECT_STREQ($, " + quoted(value, size) + ");";
  } else if constexpr (std::is_pointer_v<Plain>) {
    return value == nullptr ? "EXPECT_EQ($, nullptr);" : "EXPECT_NE($, nullptr);";
  } else if constexpr (std::is_same_v<Plain, std::string>) {
    if (value.size() > longest) return "EXPECT_EQ($.size(), " + number(value.size()) + ");";
    return "EXPECT_EQ($, std::string(" + quoted(value.data(), value.size()) + ", " + std::to_string(value.size()) + "));";
  } else {
    return "";
  }
}
template <typename T>
void record(int test, int statement, const T& value) {
  static std::FILE* const file = std::fopen("observed.txt", "a");
  const std::string text = assertion(value);
  if (file == nullptr || text.empty()) return;
  std::fprintf(file, "%d %d %s\n", test, statement, text.c_str());
  std::fflush(file);
}
}  // namespace reenact_recorder

)recorder";

}  // namespace reenact
