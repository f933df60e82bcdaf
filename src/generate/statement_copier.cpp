#include "generate/statement_copier.h"

namespace reenact {

StatementIndex StatementCopier::copy(const TestCase& from, std::size_t i, TestCase& to, Missing missing) {
  const Statement& statement = from.statements[i];
  if (statement.kind != StatementKind::kCall) {
    const StatementIndex made = copy_literal(from, statement, to);
    set_copy(i, made);
    return made;
  }
  const std::size_t base = arguments_.size();
  arguments_.resize(base + statement.count);
  for (std::size_t k = 0; k < statement.count; ++k) {
    const Argument copied = copied_argument(from, statement, k, to, base, missing);
    arguments_[base + k] = copied;  // not at once: the copying above may move the stack
  }
  Statement made = statement;
  made.first = static_cast<std::uint32_t>(to.arguments.size());
  to.arguments.insert(to.arguments.end(), arguments_.begin() + static_cast<std::ptrdiff_t>(base), arguments_.end());
  arguments_.resize(base);
  to.statements.push_back(made);
  set_copy(i, StatementIndex(to.size() - 1));
  return StatementIndex(to.size() - 1);
}

/// Argument `k` of `call`, whose earlier ones are on the stack from `base` on.
Argument StatementCopier::copied_argument(const TestCase& from, const Statement& call, std::size_t k, TestCase& to,
                                          std::size_t base, Missing missing) {
  Argument argument = from.arguments[call.first + k];
  if (argument.mode == PassMode::kNull) return argument;
  const std::size_t source = argument.source.index();
  if (copies_[source] == kNotCopied && missing == Missing::kCopy && to.size() < kMaxStatements)
    (void)copy(from, source, to, missing);
  if (copies_[source] != kNotCopied) {
    argument.source = StatementIndex(copies_[source]);
    return argument;
  }
  const Parameter& parameter = api_[call.callable].parameters[k];
  const auto& length_of = parameter.length_of;
  if (length_of && argument.mode == PassMode::kLength && arguments_[base + *length_of].mode == PassMode::kBuffer)
    return {arguments_[base + *length_of].source, PassMode::kLength, kNoCast};
  return appender_.argument_for(to, parameter, 1);
}

void StatementCopier::copy_range(const TestCase& from, std::size_t first, std::size_t last, TestCase& to,
                                 Missing missing) {
  for (std::size_t i = first; i < last; ++i)
    if (copies_[i] == kNotCopied && to.size() < kMaxStatements) (void)copy(from, i, to, missing);
}

}  // namespace reenact
