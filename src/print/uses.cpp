#include "print/uses.h"

#include <algorithm>
#include <set>
#include <string_view>

namespace reenact::print {
namespace {

bool is_object_of(const Callable& user, std::size_t k) {
  return k == 0 &&
         (user.kind == CallableKind::kMethod || user.kind == CallableKind::kFieldWrite ||
          user.kind == CallableKind::kFieldRead || (user.kind == CallableKind::kOperator && !user.parameters.empty()));
}

/// By value, or a reference that the model shows to be const: it also takes what a pointer to const points to.
bool reads_only(const Parameter& parameter, const ApiModel& api) {
  if (is_pointer(api[parameter.type])) return false;
  if (parameter.by_value) return true;
  return std::any_of(parameter.sources.begin(), parameter.sources.end(), [&](const Source& source) {
    return source.mode == PassMode::kLoad && source.cast == kNoCast && api[source.type].spelling.starts_with("const ");
  });
}

/// `fileWith(std::string(text, 3))`
bool copies_to_string(const Callable& user) {
  return user.kind == CallableKind::kFile && user.expression.contains("std::string(");
}

bool takes_bytes(const Parameter& parameter, const ApiModel& api) {
  std::string_view wanted = api[parameter.type].spelling;
  if (constexpr std::string_view kConst = "const "; wanted.starts_with(kConst)) wanted.remove_prefix(kConst.size());
  return api[parameter.type].kind == TypeKind::kPointer && (wanted == "unsigned char*" || wanted == "unsigned char *");
}

/// Adds parameter `k` of `user`, which is given a variable of type `given`.
void add_use(Uses& uses, PassMode mode, const Callable& user, std::size_t k, const Type& given, const ApiModel& api) {
  const Parameter& parameter = user.parameters[k];
  uses.c_string |= mode == PassMode::kCString;
  uses.buffer |= mode == PassMode::kBuffer;
  uses.length |= mode == PassMode::kLength;
  uses.only_length &= mode == PassMode::kLength;
  uses.only_bytes &= mode == PassMode::kLength || takes_bytes(parameter, api);
  uses.only_copied &= mode == PassMode::kLength || copies_to_string(user);
  uses.by_address |= mode == PassMode::kAddress && !parameter.const_number && !reads_only(parameter, api);
  uses.by_kept_reference |= mode == PassMode::kAddress && parameter.const_number && !parameter.forgets;
  uses.in_lambda |= user.kind == CallableKind::kCallback;
  uses.pointer_address |= mode == PassMode::kAddress && is_pointer(given);
  if (mode == PassMode::kCString || mode == PassMode::kBuffer)
    uses.to_mutable_text |= is_mutable_pointer(api[parameter.type]);
  if (uses.first == nullptr || (uses.first_is_object && !is_object_of(user, k))) {
    uses.first = &parameter;
    uses.first_is_object = is_object_of(user, k);
    uses.first_is_of_standard = user.kind == CallableKind::kConversion && user.owner != user.name;
  }
}

}  // namespace

bool declares_even_unused(CallableKind kind) {
  return kind == CallableKind::kConstructor || kind == CallableKind::kVariable || kind == CallableKind::kConversion ||
         kind == CallableKind::kStub || kind == CallableKind::kCallback || kind == CallableKind::kArray ||
         kind == CallableKind::kFile;
}

bool keeps_nothing(const TestCase& test, const std::vector<Uses>& uses, const ApiModel& api, std::size_t user) {
  return user + 1 == test.size() && uses[user].count == 0 &&
         !declares_even_unused(api[test.statements[user].callable].kind);
}

bool is_pointer(const Type& type) { return type.kind == TypeKind::kPointer || type.kind == TypeKind::kCallback; }

std::vector<Uses> uses_of(const TestCase& test, const ApiModel& api) {
  std::vector<Uses> result(test.size());
  for (std::size_t i = 0; i < test.size(); ++i) {
    const Statement& statement = test.statements[i];
    if (statement.kind != StatementKind::kCall) continue;
    std::set<std::uint32_t> seen;
    for (std::size_t k = 0; k < statement.count; ++k) {
      const Argument& argument = test.arguments[statement.first + k];
      if (argument.mode == PassMode::kNull) continue;
      Uses& uses = result[argument.source.index()];
      if (seen.insert(argument.source.value).second || argument.mode != PassMode::kLength) ++uses.count;
      // A literal's end is not its begin's: both need the variable.
      if (argument.mode == PassMode::kBuffer && passes_range(api[statement.callable])) ++uses.count;
      add_use(uses, argument.mode, api[statement.callable], k, api[test[argument.source].type], api);
      uses.last = i;
    }
  }
  return result;
}

}  // namespace reenact::print
