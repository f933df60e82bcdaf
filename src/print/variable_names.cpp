#include "print/variable_names.h"

namespace reenact::print {

VariableNames::VariableNames(const TestCase& test, const ApiModel& api, const std::vector<Uses>& uses)
    : test_(test), api_(api), uses_(uses), given_(test.size()) {
  for (const Statement& statement : test.statements) {
    if (statement.kind != StatementKind::kCall) {
      free_.reserve(api[statement.type].spelling);
      continue;
    }
    const Callable& used = api[statement.callable];
    for (const std::string* text : {&used.expression, &used.declaration, &used.preamble}) free_.reserve(*text);
    for (const Parameter& parameter : used.parameters) free_.reserve(api[parameter.type].spelling);
  }
}

const std::string& VariableNames::of(std::size_t i) {
  if (given_[i].empty()) given_[i] = free_.take(wish_for(i));
  return given_[i];
}

std::string VariableNames::wish_for(std::size_t i) const {
  const Statement& statement = test_.statements[i];
  const Uses& uses = uses_[i];
  std::string wish;
  if (uses.first != nullptr && !uses.first_is_object && !uses.first_is_of_standard) wish = uses.first->name;
  if (wish.empty() && statement.kind == StatementKind::kCall) wish = after_maker(api_[statement.callable]);
  if (wish.empty() && uses.first != nullptr) wish = uses.first->name;
  if (!wish.empty()) return wish;
  return statement.kind == StatementKind::kText      ? "text"
         : statement.kind == StatementKind::kNumbers ? "numbers"
                                                     : "value";
}

std::string VariableNames::after_maker(const Callable& maker) const {
  if (maker.kind == CallableKind::kOperator) return "element";
  if (maker.kind == CallableKind::kCallback) return "callback";
  if (maker.kind == CallableKind::kFile && maker.result && api_[*maker.result].spelling == "int") return "descriptor";
  if (maker.result && api_[*maker.result].spelling == "_IO_FILE*") return "file";
  const bool makes_own_type = maker.kind != CallableKind::kMethod && maker.kind != CallableKind::kStaticMethod &&
                              maker.kind != CallableKind::kFunction && maker.kind != CallableKind::kFieldRead;
  std::string wish = variable_name_from(makes_own_type && maker.result ? api_[*maker.result].spelling : maker.name);
  if (makes_own_type) return wish;
  // "createBody" makes a body. Of "json_object_new_int" the type says more.
  if (std::string made = without_making(wish); made != wish) return made;
  if ((only_says_what_is_done(wish) || says_making(wish)) && maker.result)
    if (const std::string of_type = name_from_class(api_[*maker.result].spelling); !of_type.empty()) wish = of_type;
  return wish;
}

}  // namespace reenact::print
