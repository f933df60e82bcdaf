#include "testcase/printf_format.h"

#include <algorithm>

namespace reenact {
namespace {

/// One "%-*.3hd": what it takes, and where it ends.
struct Conversion {
  std::vector<Formatted> takes;
  std::size_t end = 0;
};

Formatted taken_by(char conversion, std::string_view length) {
  const bool is_int = length.empty() || length == "h" || length == "hh";
  if (std::string_view("diouxXc").contains(conversion)) return is_int ? Formatted::kInteger : Formatted::kOther;
  return conversion == 's' && length.empty() ? Formatted::kText : Formatted::kOther;
}

/// REQUIRES: format[at] == '%'.
Conversion conversion_at(std::string_view format, std::size_t at) {
  Conversion result;
  std::size_t i = at + 1;
  const auto skip = [&](std::string_view any_of) {
    while (i < format.size() && any_of.contains(format[i])) {
      if (format[i] == '*') result.takes.push_back(Formatted::kInteger);
      ++i;
    }
  };
  skip("-+ #0'");
  skip("*0123456789");
  skip(".");
  skip("*0123456789");
  const std::size_t length = i;
  skip("hlqLjzt");
  if (i == format.size())
    result.takes.push_back(Formatted::kOther);
  else if (format[i] != '%' || i != at + 1)
    result.takes.push_back(taken_by(format[i], format.substr(length, i - length)));
  result.end = std::min(i + 1, format.size());
  return result;
}

bool begins_with(std::span<const Formatted> given, std::size_t from, const std::vector<Formatted>& wanted) {
  if (from + wanted.size() > given.size()) return false;
  return std::ranges::equal(wanted, given.subspan(from, wanted.size())) &&
         std::ranges::find(wanted, Formatted::kOther) == wanted.end();
}

}  // namespace

std::vector<Formatted> formatted_by(std::string_view format) {
  format = format.substr(0, format.find('\0'));
  std::vector<Formatted> result;
  for (std::size_t i = 0; i < format.size();) {
    if (format[i] != '%') {
      ++i;
      continue;
    }
    const Conversion found = conversion_at(format, i);
    result.insert(result.end(), found.takes.begin(), found.takes.end());
    i = found.end;
  }
  return result;
}

bool agrees_with_format(std::string_view format, std::span<const Formatted> given) {
  return begins_with(given, 0, formatted_by(format));
}

std::string mended_format(std::string_view format, std::span<const Formatted> given) {
  std::string result;
  std::size_t used = 0;
  for (std::size_t i = 0; i < format.size();) {
    if (format[i] != '%') {
      result += format[i++];
      continue;
    }
    const Conversion found = conversion_at(format, i);
    if (begins_with(given, used, found.takes)) {
      result += format.substr(i, found.end - i);
      used += found.takes.size();
      i = found.end;
    } else {
      ++i;
    }
  }
  return result;
}

}  // namespace reenact
