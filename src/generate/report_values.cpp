#include "generate/report_values.h"

#include <algorithm>
#include <cstdlib>

namespace reenact {
namespace {

constexpr std::uint64_t kLowestAddress = 0x1'0000'0000;  // hexadecimal numbers from here on are places in memory

template <typename T>
void put_first(std::vector<T>& values, T value) {
  std::erase(values, value);
  values.insert(values.begin(), std::move(value));
}

/// The number at `at`; `at` ends behind it.
void add_number(ValuePool& pool, std::string_view value, std::size_t& at) {
  const std::string rest(value.substr(at));
  char *end_of_integer = nullptr, *end_of_real = nullptr;
  const bool is_negative = rest.front() == '-';
  const std::uint64_t integer = std::strtoull(rest.c_str() + is_negative, &end_of_integer, 0);
  const double real = std::strtod(rest.c_str(), &end_of_real);
  const bool is_hexadecimal = rest.substr(is_negative).starts_with("0x");
  if (end_of_real > end_of_integer)
    put_first(pool.floats, real);
  else if (!is_hexadecimal || integer < kLowestAddress)
    put_first(pool.integers, static_cast<std::int64_t>(is_negative ? 0 - integer : integer));
  at += static_cast<std::size_t>(std::max({end_of_integer, end_of_real, const_cast<char*>(rest.c_str()) + 1}) -
                                 rest.c_str());
}

void add_value(ValuePool& pool, std::string_view value) {
  for (std::size_t at = 0; at < value.size();) {
    const char c = value[at];
    const bool starts_number =
        (c >= '0' && c <= '9') || (c == '-' && at + 1 < value.size() && std::isdigit(value[at + 1]));
    if (c == '"') {
      put_first(pool.texts, shown_text(value, at));
    } else if (std::isalpha(static_cast<unsigned char>(c)) || c == '_') {
      while (at < value.size() && (std::isalnum(static_cast<unsigned char>(value[at])) || value[at] == '_')) ++at;
    } else if (starts_number) {
      add_number(pool, value, at);
    } else {
      ++at;
    }
  }
}

}  // namespace

void add_report_values(ValuePool& pool, const CrashReport& report) {
  const std::vector<FrameIndex> frames = report.subject_frames();
  for (auto frame = frames.rbegin(); frame != frames.rend(); ++frame)
    for (const Frame::Argument& argument : report.frames[frame->index()].arguments)
      add_value(pool, without_entry(argument.value));
}

}  // namespace reenact
