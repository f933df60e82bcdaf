#include "check/thrown_text.h"

#include <cxxabi.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "abi/texts.h"
#include "base/text.h"
#include "crash/report.h"

namespace reenact {
namespace {

// Where a function's arguments are when it begins.
#if defined(__aarch64__)
constexpr std::string_view kObject = "$x0", kType = "$x1";
#else
constexpr std::string_view kObject = "$rdi", kType = "$rsi";
#endif
constexpr std::string_view kTypeMark = "REENACT-TYPE ", kTextMark = "REENACT-TEXT ",
                           kStandardMark = "REENACT-STANDARD ", kObjectMark = "REENACT-OBJECT ",
                           kEndMark = "REENACT-END";

// Of an object, what is looked at for a std::string; behind a class's own numbers and what it inherits there is its text.
constexpr std::size_t kWords = 24;

std::string word_mark(std::size_t i) { return fmt::format("REENACT-WORD-{} ", i); }
std::string size_mark(std::size_t i) { return fmt::format("REENACT-SIZE-{} ", i); }

/// What gdb answered behind `mark`, in as many lines as it took.
std::string_view answer(std::string_view mark, std::string_view gdb_output) {
  const auto at = gdb_output.rfind(fmt::format("\n{}", mark));
  if (at == std::string_view::npos) return {};
  const std::string_view rest = gdb_output.substr(at + 1 + mark.size());
  return rest.substr(0, rest.find("\nREENACT-"));
}

/// The one that `line` holds: '0x7ffe "over the limit"'.
std::string quoted_in(std::string_view line) {
  auto quote = line.find('"');
  return quote == std::string_view::npos ? "" : shown_text(line, quote);
}

std::string demangled(const std::string& name) {
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> result(abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status),
                                                      std::free);
  return status == 0 ? result.get() : "";
}

/// A text, or a std::string, whose object begins with the pointer to its characters.
bool is_text(const std::string& type) {
  return type == "char const*" || type == "char*" || type == "std::string" ||
         type.starts_with("std::__cxx11::basic_string<char,") || type.starts_with("std::basic_string<char,");
}

/// libstdc++'s classes whose text is behind the pointer to their methods.
bool is_standard(const std::string& type) {
  static const std::set<std::string> kTypes{"std::logic_error",  "std::invalid_argument", "std::domain_error",
                                            "std::length_error", "std::out_of_range",     "std::runtime_error",
                                            "std::range_error",  "std::overflow_error",   "std::underflow_error"};
  return kTypes.contains(type);
}

/// "message_", "m_text".
bool is_named_like_text(std::string_view field) {
  const std::string name = lower(std::string(field));
  return std::ranges::any_of(
      std::initializer_list<std::string_view>{"msg", "message", "what", "text", "desc", "reason"},
      [&](std::string_view each) { return name.contains(each); });
}

/// "message_" of '{code_ = 3, message_ = ', where a text follows; "" of a std::string's own fields.
std::string_view field_before(std::string_view shown) {
  const auto equals = shown.rfind(" = ");
  if (equals == std::string_view::npos) return {};
  const std::string_view before = shown.substr(0, equals);
  return before.substr(before.find_last_of(" {") + 1);
}

/// The texts among the fields of an object as gdb shows it, '{code_ = 3, message_ = "over the limit"}', and those of them
/// that are called so.
struct FieldTexts {
  std::vector<std::string> all, named;
};

FieldTexts texts_among_fields(std::string_view shown) {
  FieldTexts result;
  std::string_view owner;  // the last field that is none of std::string's
  for (std::size_t from = 0, quote = shown.find('"'); quote != std::string_view::npos; quote = shown.find('"', from)) {
    // "text_ = {static npos = 18446744073709551615, _M_dataplus = {..., _M_p = 0x5555 "over"}, ... _M_local_buf = ""}"
    const std::string_view between = shown.substr(from, quote - from);
    for (auto at = between.find(" = "); at != std::string_view::npos; at = between.find(" = ", at + 1))
      if (const auto field = field_before(between.substr(0, at + 3)); !field.starts_with("_M_") && field != "npos")
        owner = field;
    const bool is_spare = field_before(shown.substr(0, quote)) == "_M_local_buf";
    std::string text = shown_text(shown, quote);
    from = quote;
    if (is_spare) continue;
    if (is_named_like_text(owner)) result.named.push_back(text);
    result.all.push_back(std::move(text));
  }
  return result;
}

/// The std::strings in the object: a pointer to as many characters as the next word says. gdb itself shows none where
/// the compiler left std::string's own description to the C++ library's debug information.
std::vector<std::string> strings_in(std::string_view gdb_output) {
  std::vector<std::string> found;
  for (std::size_t i = 0; i < kWords; ++i) {
    std::string text = quoted_in(answer(word_mark(i), gdb_output));
    if (!text.empty() && answer(size_mark(i), gdb_output) == std::to_string(text.size()))
      found.push_back(std::move(text));
  }
  return found;
}

/// Their first lines, each once.
std::string joined(const std::vector<std::string>& texts) {
  std::vector<std::string> lines;
  for (const std::string& each : texts) {
    std::string line = each.substr(0, each.find('\n'));
    if (!line.empty() && std::ranges::find(lines, line) == lines.end()) lines.push_back(std::move(line));
  }
  return fmt::format("{}", fmt::join(lines, kReenactBetweenTexts));
}

/// The text of the object: the one that is called so, or all that there are.
std::string text_of_object(std::string_view gdb_output) {
  FieldTexts fields = texts_among_fields(answer(kObjectMark, gdb_output));
  if (!fields.named.empty()) return joined(fields.named);
  std::ranges::move(strings_in(gdb_output), std::back_inserter(fields.all));
  return joined(fields.all);
}

}  // namespace

std::string throw_script() {
  return fmt::format(
      "break __cxa_throw\ncommands\nsilent\nset $reenact_object = {}\nset $reenact_type = {}\ncontinue\nend\n", kObject,
      kType);
}

std::vector<std::string> thrown_commands(const std::string& type) {
  std::vector<std::string> commands;
  // Each question alone: one that cannot be answered ends what is printed with it.
  const auto ask = [&](std::string_view mark, const std::string& expression) {
    commands.push_back(fmt::format("printf \"\\n{}\"", mark));
    commands.push_back(fmt::format("output {}", expression));
  };
  ask(kTypeMark, "*(char**)($reenact_type + 8)");
  ask(kTextMark, "*(char**)$reenact_object");
  ask(kStandardMark, "*(char**)($reenact_object + 8)");
  if (!type.empty() && !is_text(type) && !type.contains('\'')) {
    commands.emplace_back("set print static-members off");
    ask(kObjectMark, fmt::format("*('{}'*)$reenact_object", type));
    for (std::size_t i = 0; i < kWords; ++i) {
      ask(word_mark(i), fmt::format("*(char**)($reenact_object + {})", 8 * i));
      ask(size_mark(i), fmt::format("*(unsigned long*)($reenact_object + {})", 8 * i + 8));
    }
  }
  commands.push_back(fmt::format("printf \"\\n{}\\n\"", kEndMark));
  return commands;
}

Thrown read_thrown(const std::string& gdb_output, const std::string& type) {
  Thrown thrown{.type = demangled(quoted_in(answer(kTypeMark, gdb_output))), .text = ""};
  if (is_text(thrown.type))
    thrown.text = quoted_in(answer(kTextMark, gdb_output));
  else if (is_standard(thrown.type))
    thrown.text = quoted_in(answer(kStandardMark, gdb_output));
  else if (!type.empty() && thrown.type == type)
    thrown.text = text_of_object(gdb_output);
  return thrown;
}

}  // namespace reenact
