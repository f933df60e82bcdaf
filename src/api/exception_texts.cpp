#include "api/exception_texts.h"

#include <fmt/format.h>

#include <algorithm>
#include <ranges>
#include <set>

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

bool tells_text(const ApiReading& reading, const Callable& callable) {
  return callable.kind == CallableKind::kMethod && !callable.mutates_object && callable.parameters.size() == 1 &&
         callable.result && !reading.thunks[callable.id.index()].empty() &&
         is_text(reading.api[*callable.result].spelling) &&
         tells_text(callable.name.substr(callable.name.rfind(':') + 1));
}

}  // namespace

std::string text_handlers(const ApiReading& reading) {
  std::string text =
      " catch (const char* text) {\n    caught(context, abi::__cxa_current_exception_type()->name(), text_of(text));\n"
      "  } catch (const std::string& text) {\n    caught(context, typeid(text).name(), text_of(text));\n  }";
  std::set<std::string> classes;
  // What is derived is declared behind its base, and has to be asked before it.
  for (const Callable& callable : std::views::reverse(reading.api.callables)) {
    if (!tells_text(reading, callable) || classes.size() == kMostClasses || !classes.insert(callable.owner).second)
      continue;
    text += fmt::format(
        " catch (const {}& e) {{\n    const char* type = abi::__cxa_current_exception_type()->name();\n"
        "    try {{\n      auto&& told = e.{}();\n      caught(context, type, text_of(told));\n"
        "    }} catch (...) {{\n      caught(context, type, \"\");\n    }}\n  }}",
        callable.owner, callable.name.substr(callable.name.rfind(':') + 1));
  }
  return text;
}

}  // namespace reenact::api
