#include "crash/description.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "crash/match.h"

namespace reenact {
namespace {

struct Word {
  std::string_view name;
  std::vector<CrashKind> kinds;
};

const std::vector<Word>& words() {
  using enum CrashKind;
  static const std::vector<Word> result{
      {"SIGSEGV", {kNullDereference, kWildAccess, kStackOverflow}},
      {"SIGBUS", {kBusError}},
      {"SIGFPE", {kArithmetic}},
      {"SIGILL", {kIllegalInstruction}},
      {"SIGABRT", {kAbort, kAssertion}},
      {"abort", {kAbort, kAssertion}},
      {"assertion", {kAssertion}},
      {"null-dereference", {kNullDereference}},
      {"stack-overflow", {kStackOverflow}},
      {"heap-buffer-overflow", {kHeapOverflow}},
      {"stack-buffer-overflow", {kStackBufferOverflow}},
      {"global-buffer-overflow", {kGlobalOverflow}},
      {"use-after-free", {kUseAfterFree}},
      {"double-free", {kDoubleFree}},
      {"bad-free", {kBadFree}},
      {"alloc-dealloc-mismatch", {kMismatchedFree}},
      {"negative-size-param", {kNegativeSize}},
  };
  return result;
}

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// Words side by side make a type only where one belongs to a fundamental type or qualifies: "unsigned long",
/// "Error const".
bool may_stand_beside(std::string_view a, std::string_view b) {
  static constexpr std::array<std::string_view, 9> kTypeWords{"const", "volatile", "unsigned", "signed", "short",
                                                              "long",  "int",      "char",     "double"};
  return std::ranges::find(kTypeWords, a) != kTypeWords.end() || std::ranges::find(kTypeWords, b) != kTypeWords.end();
}

bool words_make_types(std::string_view text) {
  std::string_view before;
  while (!text.empty()) {
    const auto end = static_cast<std::size_t>(std::ranges::find_if_not(text, is_word) - text.begin());
    const std::string_view word = text.substr(0, end);
    if (!word.empty() && !before.empty() && !may_stand_beside(before, word)) return false;
    if (!word.empty())
      before = word;
    else if (text.front() != ' ')
      before = {};
    text.remove_prefix(std::max<std::size_t>(end, 1));
  }
  return true;
}

bool is_type_name(std::string_view text) {
  // Signals and kinds are spelled by other characters, or are in `words`.
  if (text.empty() || (std::isalpha(static_cast<unsigned char>(text.front())) == 0 && text.front() != '_'))
    return false;
  return std::ranges::all_of(text, [](char c) { return is_word(c) || std::string_view(":<>,* &").contains(c); }) &&
         words_make_types(text);
}

bool is_signal_name(std::string_view text) {
  return text.starts_with("SIG") && text.size() > 3 && std::ranges::all_of(text, [](char c) {
           return std::isupper(static_cast<unsigned char>(c)) != 0 || std::isdigit(static_cast<unsigned char>(c)) != 0;
         });
}

std::string known_words() {
  std::string result;
  for (const Word& word : words()) result += fmt::format("{}{}", result.empty() ? "" : ", ", word.name);
  return result;
}

bool same_name(std::string_view a, std::string_view b) {
  return same_function(Frame{.function = std::string(a)}, Frame{.function = std::string(b)});
}

}  // namespace

bool carries_text(CrashKind kind) { return kind == CrashKind::kCppException || kind == CrashKind::kAssertion; }

Expected<CrashDescription> parse_description(const std::string& exception, const std::string& message,
                                             const std::string& function) {
  CrashDescription result;
  result.message = message;
  result.function = function;
  if (exception.empty() && message.empty() && function.empty())
    return usage_error(
        "nothing is described\n  next step: give --exception TYPE, --message TEXT or --function NAME, or several of "
        "them");
  if (exception.empty()) return result;
  const auto word = std::ranges::find(words(), exception, &Word::name);
  if (word != words().end()) {
    result.kinds = word->kinds;
  } else if (is_type_name(exception) && !is_signal_name(exception)) {
    result.kinds = {CrashKind::kCppException};
    result.exception_type = exception;
  } else {
    return usage_error(
        fmt::format("--exception {}: neither a C++ type nor a known crash\n  known: {}", exception, known_words()));
  }
  if (!message.empty() && std::ranges::none_of(result.kinds, carries_text))
    return usage_error(fmt::format(
        "--exception {} and --message contradict each other: such a crash carries no text\n  next step: leave one out",
        exception));
  return result;
}

CrashDescription description_of(const CrashReport& report) {
  CrashDescription result;
  if (report.kind != CrashKind::kUnknown) {
    result.kinds = {report.kind};
    // A debugger's trace does not tell the two apart.
    for (const CrashKind other : {CrashKind::kNullDereference, CrashKind::kWildAccess})
      if (other != report.kind && same_kind(report, other, report.signal, "", "")) result.kinds.push_back(other);
  }
  result.exception_type = report.exception_type;
  if (carries_text(report.kind)) result.message = report.message;
  if (const auto frames = report.subject_frames(); !frames.empty())
    result.function = plain_name(report.frames[frames.front().index()].function);
  return result;
}

std::string to_string(const CrashDescription& description) {
  std::string kinds;
  for (const CrashKind kind : description.kinds)
    kinds += fmt::format("{}{}", kinds.empty() ? "" : " or ", to_string(kind));
  std::string result = !description.exception_type.empty() ? description.exception_type : kinds;
  if (result.empty()) result = "a crash";
  if (!description.message.empty()) result += fmt::format(" with \"{}\"", description.message);
  if (!description.function.empty()) result += fmt::format(" in {}", description.function);
  return result;
}

bool is_type(const CrashDescription& description, CrashKind kind, std::string_view exception_type) {
  if (!is_crash(kind)) return false;
  if (!description.kinds.empty() && std::ranges::find(description.kinds, kind) == description.kinds.end()) return false;
  return description.exception_type.empty() || same_name(description.exception_type, exception_type);
}

bool has_message(const CrashDescription& description, std::string_view message) {
  return description.message.empty() || message.contains(description.message);
}

bool is_function(const CrashDescription& description, std::string_view function) {
  return description.function.empty() || same_name(description.function, function);
}

DescriptionMatch match(const CrashDescription& description, const CrashReport& observed, std::string& difference) {
  DescriptionMatch result;
  result.type = is_type(description, observed.kind, observed.exception_type);
  result.message = has_message(description, observed.message);
  result.function = description.function.empty() || std::ranges::any_of(observed.frames, [&](const Frame& frame) {
                      return !frame.function.empty() && is_function(description, frame.function);
                    });
  difference.clear();
  const std::string seen =
      observed.exception_type.empty() ? std::string(to_string(observed.kind)) : observed.exception_type;
  if (!result.type)
    difference = fmt::format("{} expected, {} seen", to_string(description), seen);
  else if (!result.message)
    difference = fmt::format("the message \"{}\" does not contain \"{}\"", observed.message, description.message);
  else if (!result.function)
    difference = fmt::format("{} is not on the stack", description.function);
  return result;
}

}  // namespace reenact
