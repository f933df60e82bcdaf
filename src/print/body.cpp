#include "print/body.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <sstream>

#include "print/literals.h"
#include "print/names.h"
#include "print/own_texts.h"
#include "print/uses.h"
#include "print/value_variables.h"
#include "print/variable_names.h"

namespace reenact::print {
namespace {

constexpr std::size_t kLongestInlineFile = 60;  // bytes

void add_preamble(Body& body, std::string_view text) {
  if (std::ranges::find(body.preambles, text) == body.preambles.end()) body.preambles.emplace_back(text);
}

/// Has the call template arguments of its own? Those of its class, or of the class it makes, are no question.
bool is_template(const Callable& used) {
  return used.deduces || (used.kind != CallableKind::kConstructor && used.expression.contains(">("));
}

/// May a literal for parameter `k` have to be of exactly its type, because a call with as many arguments may mean another
/// function, or instantiation? Where the other one takes an object, a number is nearer to a number.
bool has_overloads(const Callable& used, std::size_t k, const ApiModel& api) {
  if (used.kind == CallableKind::kOperator) return !used.stands_alone;
  if (is_template(used)) return true;
  const TypeId type = used.parameters[k].type;
  const bool is_object = api[type].kind == TypeKind::kObject;
  return std::ranges::any_of(api.callables, [&](const Callable& other) {
    if (other.id == used.id || is_loop(other) || other.name != used.name || other.linkage_name == used.linkage_name ||
        other.parameters.size() != used.parameters.size())
      return false;
    const TypeId its = other.parameters[k].type;
    return its != type && (is_object || api[its].kind != TypeKind::kObject);
  });
}

/// Prints the calls of one test in order, each behind the declarations of the values it is given.
class Printer {
 public:
  Printer(const TestCase& test, const ApiModel& api, const PrintOptions& options)
      : test_(with_own_texts(test, origins_)), api_(api), options_(options) {}

  Body print() {
    for (std::size_t i = 0; i < test_.size(); ++i)
      if (test_.statements[i].kind == StatementKind::kCall) call(i);
    return std::move(body_);
  }

 private:
  const Callable& callable(const Statement& statement) const { return api_[statement.callable]; }

  // ---- arguments ----

  /// Does the type of a literal for parameter `k` decide which function is called?
  bool exact_literals(const Callable& used, std::size_t k) {
    if (is_loop(used) && k + 1 == used.parameters.size())
      return false;  // the number of rounds, which the loop compares
    const auto [found, is_new] = exact_.try_emplace({used.id.value, k});
    if (is_new) found->second = has_overloads(used, k, api_);
    return found->second;
  }

  std::string variable(std::size_t i, PassMode mode, const Parameter& parameter, std::size_t user) {
    const Statement& statement = test_.statements[i];
    const bool wants_pointer = is_pointer(api_[parameter.type]);
    const bool is_reference = references_.contains(i);
    const std::string& name = names_.of(i);
    if (mode == PassMode::kLoad) {
      if (is_reference) return wants_pointer ? "&" + name : name;
      if (wants_pointer) return name;
      // An operand binds tighter than the star: p[1] is not (*p)[1].
      const Statement& caller = test_.statements[user];
      const bool is_operand = caller.kind == StatementKind::kCall && callable(caller).kind == CallableKind::kOperator;
      return is_operand ? "(*" + name + ")" : "*" + name;
    }
    if (wants_pointer && statement.type != parameter.type) return "&" + name;
    if (options_.move_values && parameter.by_value && api_[statement.type].kind == TypeKind::kObject &&
        uses_[i].last == user) {
      body_.includes.insert("<utility>");
      return "std::move(" + name + ")";
    }
    return name;
  }

  std::string argument(std::size_t user, std::size_t k) {
    const Statement& statement = test_.statements[user];
    const Callable& used = callable(statement);
    const Argument& given = test_.arguments[statement.first + k];
    const Parameter& parameter = used.parameters[k];
    const std::size_t i = given.source.index();
    switch (given.mode) {
      case PassMode::kNull:
        return exact_literals(used, k) ? fmt::format("static_cast<{}>(nullptr)", api_[parameter.type].spelling)
                                       : "nullptr";
      case PassMode::kCString:
      case PassMode::kBuffer:
        return values_.pointer_to(i, parameter);
      case PassMode::kLength:
        if (uses_[i].only_length)
          return scalar(api_[parameter.type], test_.statements[i].count, exact_literals(used, k), body_.includes);
        return values_.length_of(i);
      case PassMode::kAddress:
      case PassMode::kLoad:
        break;
    }
    const Statement& source = test_.statements[i];
    if (is_inline_string(i)) return inline_string(i, exact_literals(used, k));
    if (is_inline_file(i)) return shorter_conversion(fill(callable(source).expression, i), i);
    if (is_function_name(i)) return callable(source).expression;
    if (source.kind == StatementKind::kScalar && values_.is_inline(i))
      return scalar(api_[source.type], source.bits, exact_literals(used, k), body_.includes);
    return variable(i, given.mode, parameter, user);
  }

  /// `free`, `malloc`: a function that is handed over by its name.
  [[nodiscard]] bool is_function_name(std::size_t i) const {
    const Statement& statement = test_.statements[i];
    if (statement.kind != StatementKind::kCall || uses_[i].count == 0) return false;
    const Callable& used = callable(statement);
    return used.kind == CallableKind::kCallback &&
           std::ranges::all_of(used.expression, [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
  }
  /// Does the std::string or std::string_view of statement `i` stand where it is used? It is a temporary then: whoever takes a reference must
  /// not keep it, which the last call has no use for.
  [[nodiscard]] bool is_inline_string(std::size_t i) const {
    const Statement& statement = test_.statements[i];
    const Uses& uses = uses_[i];
    if (statement.kind != StatementKind::kCall || options_.texts_on_heap || uses.count != 1 || uses.by_address ||
        uses.first_is_object)
      return false;
    const Callable& maker = callable(statement);
    const std::string& type = api_[statement.type].spelling;
    if (maker.kind != CallableKind::kConversion || maker.owner != "std" || statement.count != 2 ||
        (type != "std::string" && type != "std::string_view"))
      return false;
    return (uses.first->by_value || keeps_nothing(test_, uses_, api_, uses.last)) && is_short_text(statement);
  }
  /// Does the name of a file stand where it is used: `read(fileWith("a"))`? The helper keeps it for whoever keeps a pointer to it.
  [[nodiscard]] bool is_inline_file(std::size_t i) const {
    const Statement& statement = test_.statements[i];
    const Uses& uses = uses_[i];
    if (statement.kind != StatementKind::kCall || uses.count != 1 || uses.first_is_object || uses.by_address)
      return false;
    if (callable(statement).kind != CallableKind::kFile || api_[statement.type].spelling != "const char*") return false;
    const bool is_cast = std::ranges::none_of(uses.first->sources, [&](const Source& each) {
      return each.type == statement.type && each.mode == PassMode::kLoad && each.cast == kNoCast;
    });
    if (is_cast) return false;
    return std::ranges::all_of(test_.arguments_of(statement), [&](const Argument& each) {
      return each.mode != PassMode::kBuffer ||
             (values_.is_inline(each.source.index()) && test_.text_of(test_[each.source]).size() <= kLongestInlineFile);
    });
  }
  [[nodiscard]] bool is_short_text(const Statement& conversion) const {
    const Argument& text = test_.arguments[conversion.first];
    return text.mode == PassMode::kBuffer && values_.is_inline(text.source.index()) &&
           !has_long_runs(test_.text_of(test_[text.source]));
  }
  std::string inline_string(std::size_t i, bool exact) {
    const std::string_view text = test_.text_of(test_[test_.arguments[test_.statements[i].first].source]);
    const std::string& type = api_[test_.statements[i].type].spelling;
    const bool has_nul = text.contains('\0');
    if (has_nul || exact) body_.includes.insert(type == "std::string" ? "<string>" : "<string_view>");
    if (has_nul) return fmt::format("{}({}, {})", type, values_.expression_of(text), text.size());
    if (exact) return fmt::format("{}({})", type, values_.expression_of(text));
    return values_.expression_of(text);
  }

  /// A smart pointer is asked for its object by the next call, and for that alone: `p.get()->next()` is `p->next()`.
  [[nodiscard]] bool is_arrow(std::size_t i) const {
    const Statement& statement = test_.statements[i];
    const Uses& uses = uses_[i];
    if (statement.kind != StatementKind::kCall || uses.count != 1 || !uses.first_is_object || options_.behind_result)
      return false;
    const Callable &used = callable(statement), &user = callable(test_.statements[uses.last]);
    if (used.owner != "std" || used.expression != "{0.}get()" || is_hidden_object(uses.last)) return false;
    // An operator, or std::as_const, wants the object itself.
    if ((user.expression + user.declaration).contains("{0}")) return false;
    for (std::size_t between = i + 1; between < uses.last; ++between)
      if (test_.statements[between].kind == StatementKind::kCall) return false;
    return test_.arguments[statement.first].mode == PassMode::kAddress;
  }
  [[nodiscard]] bool is_hidden_object(std::size_t user) const {
    const Statement& statement = test_.statements[user];
    return is_hidden(callable(statement).parameters.front(), test_.arguments[statement.first]);
  }
  /// "v." or "p->".
  std::string object_access(std::size_t user, std::size_t k) {
    const Argument& given = test_.arguments[test_.statements[user].first + k];
    const std::size_t i = given.source.index();
    if (is_arrow(i)) return names_.of(test_.arguments[test_.statements[i].first].source.index()) + "->";
    const bool through_pointer = given.mode == PassMode::kLoad && !references_.contains(i);
    const Parameter& parameter = callable(test_.statements[user]).parameters[k];
    return (is_hidden(parameter, given) ? as_base(parameter, given, through_pointer) : names_.of(i)) +
           (through_pointer ? "->" : ".");
  }
  [[nodiscard]] bool is_hidden(const Parameter& parameter, const Argument& given) const {
    return std::ranges::any_of(parameter.sources, [&](const Source& each) {
      return each.is_hidden && each.type == test_[given.source].type && each.mode == given.mode &&
             each.cast == given.cast;
    });
  }
  /// The object as one of the method's own class: another function is found under the name in its own.
  [[nodiscard]] std::string as_base(const Parameter& parameter, const Argument& given, bool through_pointer) {
    const Type& own = api_[test_[given.source].type];
    std::string base = api_[parameter.type].spelling;
    while (base.ends_with('*') || base.ends_with(' ')) base.pop_back();
    const bool is_const = own.spelling.starts_with("const ") && !base.starts_with("const ");
    return fmt::format("static_cast<{}{}{}>({})", is_const ? "const " : "", base, through_pointer ? "*" : "&",
                       names_.of(given.source.index()));
  }

  /// Replaces {k}, {k.}, {#k}, {*k} and {r}.
  std::string fill(std::string_view text, std::size_t user) {
    std::string result;
    const std::size_t parameters = test_.statements[user].count;
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = text[at] == '{' ? text.find('}', at) : std::string_view::npos;
      if (end == std::string_view::npos) {
        result += text[at++];
        continue;
      }
      const std::string_view key = text.substr(at + 1, end - at - 1);
      if (const auto filled = replacement(key, user, parameters)) {
        result += *filled;
        at = end + 1;
      } else {
        result += text[at++];  // braces of C++ itself
      }
    }
    return result;
  }

  std::optional<std::string> replacement(std::string_view key, std::size_t user, std::size_t parameters) {
    if (key == "r") return names_.of(user);
    const bool is_length = key.starts_with('#'), are_elements = key.starts_with('*'), is_object = key.ends_with('.');
    if (is_length || are_elements) key.remove_prefix(1);
    if (is_object) key.remove_suffix(1);
    if (key.empty() || key.find_first_not_of("0123456789") != std::string_view::npos || key.size() > 4)
      return std::nullopt;
    const std::size_t k = std::stoul(std::string(key));
    if (k >= parameters) return std::nullopt;
    const std::size_t given = test_.arguments[test_.statements[user].first + k].source.index();
    if (is_length) return values_.length_of(given);
    if (are_elements) return values_.elements_of(given);
    return is_object ? object_access(user, k) : argument(user, k);
  }

  // ---- calls ----

  /// `std::string text("abc", 3)` says no more than `std::string text("abc")` when there is no NUL in it.
  std::string shorter_conversion(std::string filled, std::size_t user) {
    const Callable& used = callable(test_.statements[user]);
    const bool is_conversion = used.kind == CallableKind::kConversion || used.kind == CallableKind::kFile;
    if (!is_conversion) return filled;
    for (const Argument& each : test_.arguments_of(test_.statements[user])) {
      if (each.mode != PassMode::kBuffer || test_[each.source].kind != StatementKind::kText ||
          !values_.is_inline(each.source.index()))
        continue;
      const std::string_view text = test_.text_of(test_[each.source]);
      const std::string pointer = values_.expression_of(text);
      const std::string pair = fmt::format("({}, {})", pointer, text.size());
      const auto at = filled.find(pair);
      if (at == std::string::npos || text.find('\0') != std::string_view::npos) continue;
      constexpr std::string_view kString = "std::string";
      const std::string_view before = std::string_view(filled).substr(0, at);
      const bool is_string = before.ends_with(kString);
      if (!has_long_runs(text)) {
        // `std::istringstream in(std::string("abc", 3))` is `std::istringstream in("abc")`.
        const std::string_view after = std::string_view(filled).substr(at + pair.size());
        const bool is_argument = is_string && (before.ends_with("(std::string") || before.ends_with(", std::string")) &&
                                 (after.starts_with(')') || after.starts_with(','));
        if (is_argument)
          filled.replace(at - kString.size(), kString.size() + pair.size(), pointer);
        else
          filled.replace(at, pair.size(), "(" + pointer + ")");
        continue;
      }
      // `std::string(std::string(1000, '['))` is `std::string(1000, '[')`, and `std::string s(...)` says `s = ...`.
      const std::size_t from = is_string ? at - kString.size() : at;
      const bool is_declaration = before.starts_with("std::string ") && filled.ends_with(pair + ";");
      std::string shown = string_in(body_, text);
      if (!is_string) shown = is_declaration ? initialised_by(shown) : "(" + shown + ")";
      filled.replace(from, at + pair.size() - from, shown);
    }
    return filled;
  }

  void call(std::size_t i) {
    const Statement& statement = test_.statements[i];
    if (is_inline_string(i)) return;
    const bool is_inline = is_inline_file(i);
    const Callable& used = callable(statement);
    for (const Argument& each : test_.arguments_of(statement))
      if (each.mode != PassMode::kNull) values_.declare(each.source.index());
    for (const std::string& include : used.includes) body_.includes.insert(include);
    if (is_function_name(i) || is_arrow(i)) return;
    if (used.expression.starts_with("std::as_const")) body_.includes.insert("<utility>");
    if (!used.preamble.empty()) add_preamble(body_, used.preamble);
    if (is_inline) return;
    const bool is_observed = options_.behind_result && has_value(used);
    const bool is_used = uses_[i].count > 0 || is_observed;
    if (!used.declaration.empty() && (is_used || declares_even_unused(used.kind))) {
      declare_result(i, is_used);
      if (is_observed)
        for (std::string& line : options_.behind_result(origins_[i], names_.of(i)))
          body_.lines.push_back(std::move(line));
      return;
    }
    const std::string expression = fill(without_default_allocators(used.expression), i);
    if (used.is_pure && has_value(used) && api_[*used.result].kind != TypeKind::kObject) {
      body_.lines.push_back("// Declared pure: compilers leave out a call whose result goes nowhere.");
      body_.lines.push_back(fmt::format("[[maybe_unused]] volatile auto {} = {};", names_.of(i), expression));
      return;
    }
    body_.lines.push_back(statement_of(used, expression) + ";");
  }

  /// A call for its value alone says so, for compilers warn: `(void)list[0]`, `(void)(a + b)`.
  [[nodiscard]] static std::string statement_of(const Callable& used, const std::string& expression) {
    const bool is_operator = used.kind == CallableKind::kOperator;
    if (!used.result || (!is_operator && used.kind != CallableKind::kFieldRead)) return expression;
    const bool is_infix = is_operator && !used.expression.ends_with(']') && !used.expression.ends_with(')');
    return "(void)" + (is_infix ? "(" + expression + ")" : expression);
  }

  /// Does the call return something to be compared? What it constructs is no result.
  [[nodiscard]] bool has_value(const Callable& used) const {
    const bool is_call = used.kind == CallableKind::kMethod || used.kind == CallableKind::kStaticMethod ||
                         used.kind == CallableKind::kFunction || used.kind == CallableKind::kFieldRead;
    if (!is_call || !used.result || used.result_is_reference || used.declaration.empty()) return false;
    const Type& type = api_[*used.result];
    return type.kind != TypeKind::kCallback && (type.kind != TypeKind::kObject || type.spelling == "std::string");
  }

  void declare_result(std::size_t i, bool is_used) {
    const Callable& used = callable(test_.statements[i]);
    if (used.result_is_reference && uses_[i].pointer_address) {
      body_.lines.push_back(fmt::format("auto* {} = &({});", names_.of(i), fill(used.expression, i)));
      return;
    }
    if (used.result_is_reference) references_.insert(i);
    const std::string declaration = shorter_conversion(fill(without_default_allocators(used.declaration), i), i);
    // `ring r{}; ring_init(&r);` uses it already.
    const bool uses_itself = used.declaration.find("{r}") != used.declaration.rfind("{r}");
    std::istringstream lines((is_used || uses_itself ? "" : "[[maybe_unused]] ") + declaration);
    for (std::string line; std::getline(lines, line);) body_.lines.push_back(line);
  }

  std::vector<std::size_t> origins_;  // by statement of test_: which one of the caller's it was
  const TestCase test_;
  const ApiModel& api_;
  const PrintOptions& options_;
  Body body_;
  std::vector<Uses> uses_ = uses_of(test_, api_);
  VariableNames names_{test_, api_, uses_};
  ValueVariables values_{test_, api_, options_, uses_, names_, body_};
  std::set<std::size_t> references_;                             // declared `auto&& r`, pointers in the model
  std::map<std::pair<std::uint32_t, std::size_t>, bool> exact_;  // by callable and parameter
};

}  // namespace

std::string string_in(Body& body, std::string_view text) {
  body.includes.insert("<string>");
  StringExpression result = string_expression(text);
  if (result.repeats) add_preamble(body, kRepeated);
  return std::move(result.text);
}

std::string initialised_by(const std::string& shown) {
  constexpr std::string_view kString = "std::string";
  const bool is_one_run = shown.starts_with(kString) && shown.ends_with("')") && !shown.contains(" + ");
  return is_one_run ? shown.substr(kString.size()) : " = " + shown;
}

Body print_body(const TestCase& test, const ApiModel& api, const PrintOptions& options) {
  return Printer(test, api, options).print();
}

}  // namespace reenact::print
