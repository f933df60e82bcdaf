#include "testcase/print_body.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <sstream>

#include "testcase/print_literals.h"
#include "testcase/print_names.h"

namespace reenact::print {
namespace {

/// What the rest of the test does with a statement's variable.
struct Uses {
  std::size_t count = 0;    // arguments that refer to it; a (buffer, length) pair in one call counts once
  bool by_address = false;  // may be written through: &v, or a reference that is not known to be const
  bool c_string = false, buffer = false, length = false;
  bool only_length = true;  // nobody looks at the contents
  bool to_mutable_text = false;
  bool pointer_address = false;      // the address of a pointer variable itself is taken (T**)
  const Parameter* first = nullptr;  // the first parameter it fills, for its name
  CallableKind first_kind = CallableKind::kFunction;
  bool first_is_object = false;  // ... as the object of a method
};

class Printer {
 public:
  Printer(const TestCase& test, const ApiModel& api, const PrintOptions& options)
      : test_(test), api_(api), options_(options) {}

  Body print() {
    count_uses();
    reserve_names();
    names_of_.resize(test_.size());
    for (std::size_t i = 0; i < test_.size(); ++i)
      if (test_.statements[i].kind == StatementKind::kCall) call(i);
    return std::move(body_);
  }

 private:
  const Callable& callable(const Statement& statement) const { return api_[statement.callable]; }
  bool is_pointer(TypeId type) const {
    const TypeKind kind = api_[type].kind;
    return kind == TypeKind::kPointer || kind == TypeKind::kCallback;
  }

  void count_uses() {
    uses_.resize(test_.size());
    last_use_.resize(test_.size());
    for (std::size_t i = 0; i < test_.size(); ++i) {
      const Statement& statement = test_.statements[i];
      if (statement.kind != StatementKind::kCall) continue;
      std::set<std::uint32_t> seen;
      for (std::size_t k = 0; k < statement.count; ++k) {
        const Argument& argument = test_.arguments[statement.first + k];
        if (argument.mode == PassMode::kNull) continue;
        count_use(argument, callable(statement), k,
                  seen.insert(argument.source.value).second || argument.mode != PassMode::kLength);
        last_use_[argument.source.index()] = i;
      }
    }
  }

  void count_use(const Argument& argument, const Callable& user, std::size_t k, bool counts) {
    const Parameter& parameter = user.parameters[k];
    Uses& uses = uses_[argument.source.index()];
    if (counts) ++uses.count;
    uses.c_string |= argument.mode == PassMode::kCString;
    uses.buffer |= argument.mode == PassMode::kBuffer;
    uses.length |= argument.mode == PassMode::kLength;
    uses.only_length &= argument.mode == PassMode::kLength;
    uses.by_address |= argument.mode == PassMode::kAddress && !reads_only(parameter);
    uses.pointer_address |= argument.mode == PassMode::kAddress && is_pointer(test_[argument.source].type);
    if (argument.mode == PassMode::kCString || argument.mode == PassMode::kBuffer)
      uses.to_mutable_text |= is_mutable_pointer(parameter);
    if (uses.first == nullptr || (uses.first_is_object && !uses_object(user, k))) {
      uses.first = &parameter;
      uses.first_kind = user.kind;
      uses.first_is_object = uses_object(user, k);
    }
  }

  static bool uses_object(const Callable& user, std::size_t k) {
    return k == 0 && (user.kind == CallableKind::kMethod || user.kind == CallableKind::kFieldWrite ||
                      user.kind == CallableKind::kFieldRead ||
                      (user.kind == CallableKind::kOperator && !user.parameters.empty()));
  }

  /// By value, or a reference that the model shows to be const: it also takes what a pointer to const points
  /// to.
  bool reads_only(const Parameter& parameter) const {
    if (is_pointer(parameter.type)) return false;
    if (parameter.by_value) return true;
    return std::any_of(parameter.sources.begin(), parameter.sources.end(), [&](const Source& source) {
      return source.mode == PassMode::kLoad && source.cast == kNoCast &&
             api_[source.type].spelling.starts_with("const ");
    });
  }
  bool is_mutable_pointer(const Parameter& parameter) const {
    return api_[parameter.type].kind == TypeKind::kPointer && !api_[parameter.type].spelling.starts_with("const ");
  }

  void reserve_names() {
    for (const Statement& statement : test_.statements) {
      if (statement.kind != StatementKind::kCall) {
        names_.reserve(api_[statement.type].spelling);
        continue;
      }
      const Callable& used = callable(statement);
      for (const std::string* text : {&used.expression, &used.declaration, &used.preamble}) names_.reserve(*text);
      for (const Parameter& parameter : used.parameters) names_.reserve(api_[parameter.type].spelling);
    }
  }

  const std::string& name_of(std::size_t i) {
    if (!names_of_[i].empty()) return names_of_[i];
    const Statement& statement = test_.statements[i];
    const Uses& uses = uses_[i];
    std::string wish;
    if (uses.first != nullptr && !uses.first_is_object && uses.first_kind != CallableKind::kConversion)
      wish = uses.first->name;
    if (wish.empty() && statement.kind == StatementKind::kCall) {
      const Callable& maker = callable(statement);
      const bool makes_own_type = maker.kind != CallableKind::kMethod && maker.kind != CallableKind::kStaticMethod &&
                                  maker.kind != CallableKind::kFunction && maker.kind != CallableKind::kFieldRead;
      wish = variable_name_from(makes_own_type && maker.result ? api_[*maker.result].spelling : maker.name);
      if (only_says_what_is_done(wish) && maker.result)
        if (const std::string of_type = name_from_class(api_[*maker.result].spelling); !of_type.empty()) wish = of_type;
      if (maker.kind == CallableKind::kOperator) wish = "element";
      if (maker.kind == CallableKind::kCallback) wish = "callback";
    }
    if (wish.empty() && uses.first != nullptr) wish = uses.first->name;
    if (wish.empty())
      wish = statement.kind == StatementKind::kText      ? "text"
             : statement.kind == StatementKind::kNumbers ? "numbers"
                                                         : "value";
    return names_of_[i] = names_.take(wish);
  }

  // ---- texts and numbers ----

  bool literal_inline(std::size_t i) const {
    const Uses& uses = uses_[i];
    if (uses.only_length && test_.statements[i].kind != StatementKind::kScalar) return true;
    switch (test_.statements[i].kind) {
      case StatementKind::kScalar:
        return !uses.by_address;
      case StatementKind::kText:
        return uses.count == 1 && !options_.texts_on_heap && !uses.to_mutable_text;
      default:
        return false;
    }
  }

  std::string text_expression(std::string_view text) {
    if (!has_long_runs(text)) return c_string(text, options_.expect_crash ? 8 : 6);
    body_.includes.insert("<string>");
    return "(" + string_expression(text) + ").c_str()";
  }

  /// `expression`, a const char*, as `parameter`'s pointer.
  std::string as_pointer(const std::string& expression, const Parameter& parameter) {
    const std::string& wanted = api_[parameter.type].spelling;
    if (api_[parameter.type].kind != TypeKind::kPointer || wanted.find("void") != std::string::npos) return expression;
    if (wanted == "const char*" || wanted == "const char *" || wanted == "char*" || wanted == "char *")
      return expression;
    return fmt::format("reinterpret_cast<{}>({})", wanted, expression);
  }

  void declare_text(std::size_t i) {
    const std::string_view text = test_.text_of(test_.statements[i]);
    const Uses& uses = uses_[i];
    const std::string name = name_of(i);
    const std::string literal = c_string(text, options_.expect_crash ? 8 : 6);
    if (options_.texts_on_heap && text.empty() && uses.buffer && !uses.c_string) {
      // An empty vector's data() is null: no buffer at all.
      body_.includes.insert("<memory>");
      body_.lines.push_back(fmt::format("const auto {} = std::make_unique<char[]>(0);", name));
      in_block_.insert(i);
    } else if (options_.texts_on_heap || (uses.to_mutable_text && has_long_runs(text))) {
      // The vector's block is exactly as long as the text (and its NUL, where the callee looks for one).
      body_.includes.insert("<vector>");
      body_.includes.insert("<string>");
      const std::string contents = names_.take(name + "Contents");
      const std::string value = has_long_runs(text) ? string_expression(text)
                                : text.empty()      ? ""
                                                    : fmt::format("({}, {})", literal, text.size());
      body_.lines.push_back(has_long_runs(text) ? fmt::format("const std::string {} = {};", contents, value)
                                                : fmt::format("const std::string {}{};", contents, value));
      const std::string end =
          uses.c_string && !uses.buffer ? fmt::format("{0}.c_str() + {0}.size() + 1", contents) : contents + ".end()";
      const std::string begin = uses.c_string && !uses.buffer ? contents + ".c_str()" : contents + ".begin()";
      body_.lines.push_back(
          fmt::format("{}std::vector<char> {}({}, {});", uses.to_mutable_text ? "" : "const ", name, begin, end));
      in_vector_.insert(i);
    } else if (uses.to_mutable_text) {
      body_.lines.push_back(fmt::format("char {}[] = {};", name, literal));
    } else if (has_long_runs(text)) {
      body_.includes.insert("<string>");
      body_.lines.push_back(fmt::format("const std::string {} = {};", name, string_expression(text)));
      in_string_.insert(i);
    } else {
      body_.lines.push_back(fmt::format("const char* const {} = {};", name, literal));
    }
  }

  void declare_numbers(std::size_t i) {
    const Statement& statement = test_.statements[i];
    const Type& element = api_[api_[statement.type].element];
    body_.includes.insert("<vector>");
    std::string values;
    for (const std::int64_t number : test_.numbers_of(statement))
      values += (values.empty() ? "" : ", ") + scalar(element, number, false, body_.includes);
    body_.lines.push_back(fmt::format("std::vector<{}> {}{};", element.spelling, name_of(i),
                                      values.empty() ? "" : " = {" + values + "}"));
    in_vector_.insert(i);
  }

  /// Declares a literal that has a variable of its own, where it is first needed.
  void declare_literal(std::size_t i) {
    const Statement& statement = test_.statements[i];
    if (statement.kind == StatementKind::kCall || literal_inline(i) || !declared_.insert(i).second) return;
    switch (statement.kind) {
      case StatementKind::kScalar: {
        const Type& type = api_[statement.type];
        body_.lines.push_back(
            fmt::format("{} {} = {};", type.spelling, name_of(i), scalar(type, statement.bits, false, body_.includes)));
        break;
      }
      case StatementKind::kText:
        declare_text(i);
        break;
      case StatementKind::kNumbers:
        declare_numbers(i);
        break;
      case StatementKind::kCall:
        break;
    }
  }

  std::string length_of(std::size_t i) {
    if (in_vector_.contains(i) || in_string_.contains(i)) return name_of(i) + ".size()";
    return fmt::format("{}", test_.statements[i].count);
  }

  std::string pointer_to_contents(std::size_t i, const Parameter& parameter) {
    const Statement& statement = test_.statements[i];
    if (statement.kind == StatementKind::kNumbers) return name_of(i) + ".data()";
    if (literal_inline(i)) return as_pointer(text_expression(test_.text_of(statement)), parameter);
    if (in_block_.contains(i)) return as_pointer(name_of(i) + ".get()", parameter);
    if (in_vector_.contains(i)) return as_pointer(name_of(i) + ".data()", parameter);
    if (in_string_.contains(i)) return as_pointer(name_of(i) + ".c_str()", parameter);
    return as_pointer(name_of(i), parameter);
  }

  // ---- arguments ----

  /// Does the type of a literal decide which function is called?
  bool exact_literals(const Callable& used) const {
    const auto found = exact_.find(used.id.value);
    if (found != exact_.end()) return found->second;
    bool overloaded = used.name.find('<') != std::string::npos || used.expression.find(">(") != std::string::npos ||
                      used.kind == CallableKind::kOperator;
    for (const Callable& other : api_.callables)
      overloaded =
          overloaded ||
          (other.id != used.id && other.name == used.name && other.parameters.size() == used.parameters.size() &&
           other.result == used.result && other.linkage_name != used.linkage_name) ||
          (other.id != used.id && other.name == used.name && other.linkage_name != used.linkage_name &&
           other.parameters.size() == used.parameters.size());
    return exact_[used.id.value] = overloaded;
  }

  std::string variable(std::size_t i, PassMode mode, const Parameter& parameter, std::size_t user) {
    const Statement& statement = test_.statements[i];
    const bool wants_pointer = is_pointer(parameter.type);
    const bool is_reference = references_.contains(i);  // declared `auto&& r`, a pointer in the model
    const std::string& name = name_of(i);
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
        last_use_[i] == user) {
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
        return exact_literals(used) ? fmt::format("static_cast<{}>(nullptr)", api_[parameter.type].spelling)
                                    : "nullptr";
      case PassMode::kCString:
      case PassMode::kBuffer:
        return pointer_to_contents(i, parameter);
      case PassMode::kLength:
        if (uses_[i].only_length)
          return scalar(api_[parameter.type], test_.statements[i].count, exact_literals(used), body_.includes);
        return length_of(i);
      case PassMode::kAddress:
      case PassMode::kLoad:
        break;
    }
    const Statement& source = test_.statements[i];
    if (source.kind == StatementKind::kScalar && literal_inline(i))
      return scalar(api_[source.type], source.bits, exact_literals(used), body_.includes);
    return variable(i, given.mode, parameter, user);
  }

  /// "v." or "p->".
  std::string object_access(std::size_t user, std::size_t k) {
    const Argument& given = test_.arguments[test_.statements[user].first + k];
    const std::size_t i = given.source.index();
    const bool through_pointer = given.mode == PassMode::kLoad && !references_.contains(i);
    return name_of(i) + (through_pointer ? "->" : ".");
  }

  /// Replaces {k}, {k.}, {#k} and {r}.
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
    if (key == "r") return name_of(user);
    const bool is_length = key.starts_with('#'), is_object = key.ends_with('.');
    if (is_length) key.remove_prefix(1);
    if (is_object) key.remove_suffix(1);
    if (key.empty() || key.find_first_not_of("0123456789") != std::string_view::npos || key.size() > 4)
      return std::nullopt;
    const std::size_t k = std::stoul(std::string(key));
    if (k >= parameters) return std::nullopt;
    if (is_length) return length_of(test_.arguments[test_.statements[user].first + k].source.index());
    return is_object ? object_access(user, k) : argument(user, k);
  }

  // ---- calls ----

  /// `std::string text("abc", 3)` says no more than `std::string text("abc")` when there is no NUL in it.
  std::string shorter_conversion(std::string filled, std::size_t user) {
    const Callable& used = callable(test_.statements[user]);
    if (used.kind != CallableKind::kConversion || options_.texts_on_heap) return filled;
    for (const Argument& each : test_.arguments_of(test_.statements[user])) {
      if (each.mode != PassMode::kBuffer || test_[each.source].kind != StatementKind::kText ||
          !literal_inline(each.source.index()))
        continue;
      const std::string_view text = test_.text_of(test_[each.source]);
      const std::string pointer = text_expression(text);
      const std::string pair = fmt::format("({}, {})", pointer, text.size());
      const auto at = filled.find(pair);
      if (at == std::string::npos || text.find('\0') != std::string_view::npos) continue;
      const std::string shown = has_long_runs(text) ? string_expression(text) : pointer;
      filled.replace(at, pair.size(), "(" + shown + ")");
    }
    return filled;
  }

  static bool declares_even_unused(CallableKind kind) {
    return kind == CallableKind::kConstructor || kind == CallableKind::kVariable || kind == CallableKind::kConversion ||
           kind == CallableKind::kStub || kind == CallableKind::kCallback || kind == CallableKind::kArray ||
           kind == CallableKind::kFile;
  }

  void call(std::size_t i) {
    const Statement& statement = test_.statements[i];
    const Callable& used = callable(statement);
    for (const Argument& each : test_.arguments_of(statement))
      if (each.mode != PassMode::kNull) declare_literal(each.source.index());
    for (const std::string& include : used.includes) body_.includes.insert(include);
    if (used.expression.starts_with("std::as_const")) body_.includes.insert("<utility>");
    if (!used.preamble.empty() &&
        std::find(body_.preambles.begin(), body_.preambles.end(), used.preamble) == body_.preambles.end())
      body_.preambles.push_back(used.preamble);
    const bool is_used = uses_[i].count > 0;
    if (!used.declaration.empty() && (is_used || declares_even_unused(used.kind))) {
      declare_result(i, is_used);
      return;
    }
    const std::string expression = fill(without_default_allocators(used.expression), i);
    const bool only_a_value =
        used.result && (used.kind == CallableKind::kOperator || used.kind == CallableKind::kFieldRead);
    body_.lines.push_back(only_a_value ? fmt::format("(void)({});", expression) : expression + ";");
  }

  void declare_result(std::size_t i, bool is_used) {
    const Callable& used = callable(test_.statements[i]);
    if (used.result_is_reference && uses_[i].pointer_address) {
      body_.lines.push_back(fmt::format("auto* {} = &({});", name_of(i), fill(used.expression, i)));
      return;
    }
    if (used.result_is_reference) references_.insert(i);
    const std::string declaration = shorter_conversion(fill(without_default_allocators(used.declaration), i), i);
    std::istringstream lines((is_used ? "" : "[[maybe_unused]] ") + declaration);
    for (std::string line; std::getline(lines, line);) body_.lines.push_back(line);
  }

  const TestCase& test_;
  const ApiModel& api_;
  const PrintOptions& options_;
  Body body_;
  Names names_;
  std::vector<Uses> uses_;
  std::vector<std::size_t> last_use_;  // by statement: the last call that uses its variable
  std::vector<std::string> names_of_;  // by statement
  std::set<std::size_t> declared_, references_, in_vector_, in_string_, in_block_;
  mutable std::map<std::uint32_t, bool> exact_;
};

}  // namespace

Body print_body(const TestCase& test, const ApiModel& api, const PrintOptions& options) {
  return Printer(test, api, options).print();
}

}  // namespace reenact::print
