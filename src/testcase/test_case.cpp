#include "testcase/test_case.h"

namespace reenact {

bool valid(const TestCase& test, const ApiModel& api) {
  for (std::size_t i = 0; i < test.size(); ++i) {
    const Statement& statement = test.statements[i];
    if (statement.kind != StatementKind::kCall) continue;
    const Callable& callable = api[statement.callable];
    if (statement.count != callable.parameters.size()) return false;
    for (std::size_t k = 0; k < statement.count; ++k) {
      const Argument& argument = test.arguments[statement.first + k];
      const Parameter& parameter = callable.parameters[k];
      if (argument.mode == PassMode::kNull) {
        if (!parameter.nullable) return false;
        continue;
      }
      if (argument.source.index() >= i) return false;
      const Statement& source = test[argument.source];
      if (source.kind == StatementKind::kCall && !api[source.callable].result) return false;
      bool fits = false;
      for (const Source& each : parameter.sources)
        fits = fits || (each.type == source.type && each.mode == argument.mode && each.cast == argument.cast);
      if (!fits) return false;
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
