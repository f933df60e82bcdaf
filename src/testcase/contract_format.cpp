#include "testcase/contract_format.h"

namespace reenact {

std::vector<Formatted> formatted_arguments(const TestCase& test, const ApiModel& api, StatementIndex call) {
  std::vector<Formatted> result;
  const Statement& statement = test[call];
  const auto& parameters = api[statement.callable].parameters;
  for (std::size_t k = 0; k < statement.count; ++k) {
    if (!parameters[k].is_formatted) continue;
    const Argument& given = test.arguments[statement.first + k];
    const TypeKind kind = given.mode == PassMode::kNull ? TypeKind::kPointer : api[test[given.source].type].kind;
    result.push_back(kind == TypeKind::kText      ? Formatted::kText
                     : kind == TypeKind::kInteger ? Formatted::kInteger
                                                  : Formatted::kOther);
  }
  return result;
}

bool keeps_format(const TestCase& test, const ApiModel& api, StatementIndex call, std::uint32_t k) {
  const Argument& format = test.arguments[test[call].first + k];
  if (format.mode == PassMode::kNull || test[format.source].kind != StatementKind::kText) return true;
  return agrees_with_format(test.text_of(test[format.source]), formatted_arguments(test, api, call));
}

}  // namespace reenact
