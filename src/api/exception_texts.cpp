#include "api/exception_texts.h"

#include <fmt/format.h>

#include <algorithm>
#include <ranges>
#include <set>
#include <vector>

#include "abi/abi.h"
#include "abi/texts.h"
#include "base/text.h"

namespace reenact::api {
namespace {

constexpr std::size_t kMostClasses = 32;  // each is looked at with every exception

/// "GetMsg", "message", "error_message".
bool tells_text(const std::string& method) {
  static const std::set<std::string> kNames{"what",        "msg",    "message", "errormessage",
                                            "description", "reason", "errmsg",  "errormsg"};
  std::string name = lower(method);
  std::erase(name, '_');
  if (name.starts_with("get")) name.erase(0, 3);
  return kNames.contains(name);
}

/// Of a type that text_of() takes.
bool is_text(const std::string& spelling) {
  for (const char* each : {"const char *", "const char*", "std::string", "std::string *", "std::string*",
                           "const std::string *", "const std::string*"})
    if (spelling == each) return true;
  return false;
}

/// `const std::string& f()`, but not `std::string* f()`.
bool gives_text(const ApiReading& reading, const Callable& callable) {
  const std::string& spelling = reading.api[*callable.result].spelling;
  return is_text(spelling) && (callable.result_is_reference || !spelling.contains("string") || !spelling.contains('*'));
}

/// How a method without parameters, or a field, that holds a text is asked for it: "message()". Empty: it is none.
std::string asked_for_text(const ApiReading& reading, const Callable& callable) {
  const bool is_method = callable.kind == CallableKind::kMethod && !callable.mutates_object;
  if ((!is_method && callable.kind != CallableKind::kFieldRead) || callable.parameters.size() != 1 ||
      !callable.result || reading.thunks[callable.id.index()].empty() || callable.owner == "std" ||
      callable.owner.starts_with("std::") || !gives_text(reading, callable))
    return "";
  // Not `get<int>()`.
  std::string asked = std::string(unqualified(callable.name)) + (is_method ? "()" : "");
  return callable.expression.ends_with("." + asked) || callable.expression == "{0.}" + asked ? asked : "";
}

/// What a class tells of its objects.
struct TextMembers {
  std::string owner;
  std::vector<std::string> messages, others;  // as they are asked: "GetMsg()", "detail"
};

/// The classes that have some, by what they declare last: what is derived is declared behind its base, and has to be asked
/// before it.
std::vector<TextMembers> text_members(const ApiReading& reading) {
  std::vector<TextMembers> result;
  for (const Callable& callable : std::views::reverse(reading.api.callables)) {
    const std::string asked = asked_for_text(reading, callable);
    if (asked.empty()) continue;
    auto of = std::ranges::find(result, callable.owner, &TextMembers::owner);
    if (of == result.end()) of = result.insert(result.end(), {callable.owner, {}, {}});
    const bool is_message =
        callable.kind == CallableKind::kMethod && tells_text(std::string(unqualified(callable.name)));
    (is_message ? of->messages : of->others).push_back(asked);
  }
  return result;
}

}  // namespace

namespace {

std::string handler(const TextMembers& of) {
  const std::string told = of.messages.empty()
                               ? fmt::format("several({{text_of(e.{})}})", fmt::join(of.others, "), text_of(e."))
                               : fmt::format("e.{}", of.messages.front());
  return fmt::format(
      " catch (const {}& e) {{ const char* type = abi::__cxa_current_exception_type()->name(); try {{ auto&& told = "
      "{}; "
      "caught(context, type, text_of(told)); }} catch (...) {{ caught(context, type, \"\"); }} }}",
      of.owner, told);
}

}  // namespace

std::string text_handlers(const ApiReading& reading, const std::set<std::size_t>& untold) {
  // One text that is called otherwise may be a file's name.
  constexpr std::size_t kSeveral = 2;
  std::string text =
      " catch (const char* text) {\n    caught(context, abi::__cxa_current_exception_type()->name(), text_of(text));\n"
      "  } catch (const std::string& text) {\n    caught(context, typeid(text).name(), text_of(text));\n  }";
  std::vector<TextMembers> telling, others;
  for (TextMembers& each : text_members(reading))
    if (!each.messages.empty() || each.others.size() >= kSeveral)
      (each.messages.empty() ? others : telling).push_back(std::move(each));
  std::ranges::move(others, std::back_inserter(telling));
  for (std::size_t i = 0; i < std::min(telling.size(), kMostClasses); ++i)
    if (!untold.contains(i)) text += fmt::format("\n#line {} \"reenact_text\"\n{}", i + 1, handler(telling[i]));
  return text + "\n#line 1 \"reenact_table\"\n";
}

std::string several_texts() {
  return fmt::format(
      "static std::string several(std::initializer_list<const char*> texts) {{\n  std::string result;\n"
      "  for (const std::string_view each : texts)\n    if (!each.empty())\n"
      "      result += (result.empty() ? \"\" : \"{}\") + std::string(each.substr(0, each.find('\\n')));\n"
      "  return result.size() < {} ? result : \"\";\n}}\n",
      kReenactBetweenTexts, static_cast<int>(kReenactMaxText));
}

}  // namespace reenact::api
