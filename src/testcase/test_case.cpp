#include "testcase/test_case.h"

#include "testcase/append.h"

namespace reenact {

bool valid(const TestCase& test, const ApiModel& api) {
  for (std::size_t i = 0; i < test.size(); ++i) {
    const Statement& statement = test.statements[i];
    if (statement.kind != StatementKind::kCall) continue;
    const Callable& callable = api[statement.callable];
    if (statement.count != callable.parameters.size()) return false;
    for (std::size_t k = 0; k < statement.count; ++k) {
      const Argument& argument = test.arguments[statement.first + k];
      const bool is_later = argument.mode != PassMode::kNull && argument.source.index() >= i;
      if (is_later || !fits(test, api, callable.parameters[k], argument)) return false;
    }
  }
  return true;
}

StatementIndex copy_literal(const TestCase& from, const Statement& statement, TestCase& to) {
  Statement made = statement;
  if (statement.kind == StatementKind::kText) {
    made.first = static_cast<std::uint32_t>(to.bytes.size());
    to.bytes.append(from.text_of(statement));
  } else if (statement.kind == StatementKind::kNumbers) {
    made.first = static_cast<std::uint32_t>(to.numbers.size());
    const auto numbers = from.numbers_of(statement);
    to.numbers.insert(to.numbers.end(), numbers.begin(), numbers.end());
  }
  to.statements.push_back(made);
  return StatementIndex(to.size() - 1);
}

}  // namespace reenact
