#include "print/value_variables.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "print/literals.h"

namespace reenact::print {

bool ValueVariables::is_inline(std::size_t i) const {
  const Uses& uses = uses_[i];
  if (uses.only_length && test_.statements[i].kind != StatementKind::kScalar) return true;
  switch (test_.statements[i].kind) {
    case StatementKind::kScalar:
      return !uses.by_address &&
             (!uses.by_kept_reference || (uses.count == 1 && keeps_nothing(test_, uses_, api_, uses.last)));
    case StatementKind::kText:
      return uses.count == 1 && !is_on_heap(uses) && !uses.to_mutable_text &&
             (!has_long_runs(test_.text_of(test_.statements[i])) || may_be_temporary(i));
    case StatementKind::kNumbers:
      return uses.count == 1 && api_[test_.statements[uses.last].callable].declaration.contains("{*");
    default:
      return false;
  }
}

/// A literal lives on; `std::string(1000, '[').c_str()` is gone behind the call, which may have kept it.
bool ValueVariables::may_be_temporary(std::size_t i) const {
  const std::size_t user = uses_[i].last;
  const Callable& used = api_[test_.statements[user].callable];
  const bool is_copied = used.declaration.contains("std::string(") || used.declaration.starts_with("std::string ");
  return (used.kind == CallableKind::kConversion && is_copied) || keeps_nothing(test_, uses_, api_, user);
}

bool ValueVariables::is_on_heap(const Uses& uses) const { return options_.texts_on_heap && !uses.only_copied; }

ValueVariables::Holder ValueVariables::holder_of(std::size_t i) const {
  if (test_.statements[i].kind == StatementKind::kNumbers) return Holder::kVector;
  if (test_.statements[i].kind != StatementKind::kText) return Holder::kPointer;
  const std::string_view text = test_.text_of(test_.statements[i]);
  const Uses& uses = uses_[i];
  // An empty vector's data() is null: no buffer at all.
  if (is_on_heap(uses) && text.empty() && uses.buffer && !uses.c_string) return Holder::kBlock;
  if (is_on_heap(uses) || (uses.to_mutable_text && has_long_runs(text))) return Holder::kVector;
  if (uses.to_mutable_text) return Holder::kArray;
  return has_long_runs(text) ? Holder::kString : Holder::kPointer;
}

std::string ValueVariables::literal(std::string_view text) const {
  return c_string(text, options_.expect_crash ? 8 : 6);
}

std::string ValueVariables::expression_of(std::string_view text) {
  if (!has_long_runs(text)) return literal(text);
  const std::string whole = string_in(body_, text);
  return (whole.contains(" + ") ? "(" + whole + ")" : whole) + ".c_str()";
}

/// `expression`, a const char*, as `parameter`'s pointer.
std::string ValueVariables::as_pointer(const std::string& expression, const Parameter& parameter) const {
  const std::string& wanted = api_[parameter.type].spelling;
  if (api_[parameter.type].kind != TypeKind::kPointer || wanted.find("void") != std::string::npos) return expression;
  if (wanted == "const char*" || wanted == "const char *" || wanted == "char*" || wanted == "char *") return expression;
  return fmt::format("reinterpret_cast<{}>({})", wanted, expression);
}

/// `expression`, which leads to element_of(i), as `parameter`'s pointer.
std::string ValueVariables::as_elements(std::size_t i, const std::string& expression,
                                        const Parameter& parameter) const {
  return uses_[i].only_bytes ? expression : as_pointer(expression, parameter);
}

void ValueVariables::declare(std::size_t i) {
  if (test_.statements[i].kind == StatementKind::kCall || is_inline(i) || !declared_.insert(i).second) return;
  switch (test_.statements[i].kind) {
    case StatementKind::kScalar:
      declare_scalar(i);
      break;
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

void ValueVariables::declare_scalar(std::size_t i) {
  const Statement& statement = test_.statements[i];
  const Type& type = api_[statement.type];
  // A lambda for a function pointer captures nothing.
  add_line(fmt::format("{}{} {} = {};", uses_[i].in_lambda ? "static " : "", type.spelling, names_.of(i),
                       scalar(type, statement.bits, false, body_.includes)));
}

void ValueVariables::declare_text(std::size_t i) {
  const std::string_view text = test_.text_of(test_.statements[i]);
  const std::string& name = names_.of(i);
  switch (holder_of(i)) {
    case Holder::kBlock:
      body_.includes.insert("<memory>");
      add_line(fmt::format("const auto {} = std::make_unique<{}[]>(0);", name, element_of(i)));
      break;
    case Holder::kVector:
      declare_text_vector(i);
      break;
    case Holder::kArray:
      add_line(fmt::format("{} {}[] = {};", element_of(i), name, literal(text)));
      break;
    case Holder::kString:
      add_line(fmt::format("const std::string {}{};", name, initialised_by(string_in(body_, text))));
      break;
    case Holder::kPointer:
      add_line(fmt::format("const char* const {} = {};", name, literal(text)));
      break;
  }
}

/// A few characters one by one: `{'a', '[', '\\0'}`; as bytes, numbers where one is no character to read: `{0x1f, 0x8b}`.
std::string ValueVariables::in_braces(std::string_view text, bool as_bytes) const {
  const bool as_numbers =
      as_bytes && std::ranges::any_of(text, [](char c) { return std::isprint(static_cast<unsigned char>(c)) == 0; });
  std::string result;
  for (const char c : text) {
    std::string quoted = literal({&c, 1});
    quoted = c == '\0' ? "\\0" : c == '"' ? "\"" : c == '\'' ? "\\'" : quoted.substr(1, quoted.size() - 2);
    result += result.empty() ? "" : ", ";
    result += as_numbers ? fmt::format("{:#04x}", static_cast<unsigned char>(c)) : fmt::format("'{}'", quoted);
  }
  return "{" + result + "}";
}

/// The vector's block is exactly as long as the text (and its NUL, where the callee looks for one).
void ValueVariables::declare_text_vector(std::size_t i) {
  constexpr std::size_t kFew = 8;
  const std::string_view text = test_.text_of(test_.statements[i]);
  const Uses& uses = uses_[i];
  body_.includes.insert("<vector>");
  const std::string name = names_.of(i);
  const bool with_nul = uses.c_string && !uses.buffer;
  const std::string type = fmt::format("{}std::vector<{}>", uses.to_mutable_text ? "" : "const ", element_of(i));
  if (text.size() + (with_nul ? 1 : 0) <= kFew) {
    add_line(fmt::format("{} {} = {};", type, name,
                         in_braces(with_nul ? std::string(text) + '\0' : std::string(text), uses.only_bytes)));
    return;
  }
  body_.includes.insert("<string>");
  const std::string contents = names_.take(name + "Contents");
  if (has_long_runs(text))
    add_line(fmt::format("const std::string {}{};", contents, initialised_by(string_in(body_, text))));
  else
    add_line(fmt::format("const std::string {}({}, {});", contents, literal(text), text.size()));
  const std::string begin = contents + (with_nul ? ".c_str()" : ".begin()");
  const std::string end = with_nul ? fmt::format("{0}.c_str() + {0}.size() + 1", contents) : contents + ".end()";
  add_line(fmt::format("{} {}({}, {});", type, name, begin, end));
}

void ValueVariables::declare_numbers(std::size_t i) {
  const Statement& statement = test_.statements[i];
  const Type& element = api_[api_[statement.type].element];
  body_.includes.insert("<vector>");
  add_line(fmt::format("std::vector<{}> {}{};", element.spelling, names_.of(i),
                       statement.count == 0 ? "" : " = " + elements_of(i)));
}

std::string ValueVariables::elements_of(std::size_t i) {
  const Statement& statement = test_.statements[i];
  const Type& element = api_[api_[statement.type].element];
  std::string values;
  for (const std::int64_t number : test_.numbers_of(statement))
    values += (values.empty() ? "" : ", ") + scalar(element, number, false, body_.includes);
  return "{" + values + "}";
}

std::string ValueVariables::length_of(std::size_t i) {
  const Holder holder = holder_of(i);
  if (declared_.contains(i) && (holder == Holder::kVector || holder == Holder::kString))
    return names_.of(i) + ".size()";
  return fmt::format("{}", test_.statements[i].count);
}

std::string ValueVariables::pointer_to(std::size_t i, const Parameter& parameter) {
  const Statement& statement = test_.statements[i];
  if (statement.kind == StatementKind::kNumbers) return names_.of(i) + ".data()";
  if (is_inline(i)) return as_pointer(expression_of(test_.text_of(statement)), parameter);
  switch (holder_of(i)) {
    case Holder::kBlock:
      return as_elements(i, names_.of(i) + ".get()", parameter);
    case Holder::kVector:
      return as_elements(i, names_.of(i) + ".data()", parameter);
    case Holder::kString:
      return as_pointer(names_.of(i) + ".c_str()", parameter);
    case Holder::kArray:
      return as_elements(i, names_.of(i), parameter);
    case Holder::kPointer:
      break;
  }
  return as_pointer(names_.of(i), parameter);
}

}  // namespace reenact::print
