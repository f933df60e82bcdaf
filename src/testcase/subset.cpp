#include "testcase/subset.h"

#include <algorithm>

namespace reenact {
namespace {

void use_arguments(const TestCase& test, const Statement& statement, std::vector<bool>& used) {
  for (const Argument& argument : test.arguments_of(statement))
    if (argument.mode != PassMode::kNull) used[argument.source.index()] = true;
}

/// May the call change one of the objects in `used`?
bool touches(const TestCase& test, const Statement& call, const std::vector<bool>& used, const ApiModel& api) {
  const Callable& callable = api[call.callable];
  if (callable.kind == CallableKind::kMethod && !callable.mutates_object) return false;
  return std::ranges::any_of(test.arguments_of(call), [&](const Argument& argument) {
    return argument.mode != PassMode::kNull && used[argument.source.index()] &&
           test[argument.source].kind == StatementKind::kCall;
  });
}

/// Statement `i` of `test` becomes the last of `out`; `places`: where in `out` those it uses are, and now it.
void move_over(const TestCase& test, std::size_t i, std::vector<std::uint32_t>& places, TestCase& out) {
  const Statement& statement = test.statements[i];
  places[i] = static_cast<std::uint32_t>(out.size());
  if (statement.kind != StatementKind::kCall) {
    (void)copy_literal(test, statement, out);
    return;
  }
  Statement call = statement;
  call.first = static_cast<std::uint32_t>(out.arguments.size());
  for (Argument argument : test.arguments_of(statement)) {
    if (argument.mode != PassMode::kNull) argument.source = StatementIndex(places[argument.source.index()]);
    out.arguments.push_back(argument);
  }
  out.statements.push_back(call);
}

}  // namespace

void keep_only(const TestCase& test, const std::vector<bool>& keep, TestCase& out) {
  out.clear();
  std::vector<std::uint32_t> places(test.size(), 0);
  for (std::size_t i = 0; i < test.size(); ++i)
    if (keep[i]) move_over(test, i, places, out);
}

TestCase without(const TestCase& test, std::size_t at) {
  std::vector<bool> keep(test.size(), true);
  keep[at] = false;
  drop_dependents(test, keep);
  TestCase result;
  keep_only(test, keep, result);
  return result;
}

void put_in_order(const TestCase& test, const std::vector<std::size_t>& order, TestCase& out) {
  out.clear();
  std::vector<std::uint32_t> places(test.size(), 0);
  for (const std::size_t i : order) move_over(test, i, places, out);
}

TestCase with_text(const TestCase& test, std::size_t i, std::string_view text) {
  TestCase changed = test;
  changed.statements[i].first = static_cast<std::uint32_t>(changed.bytes.size());
  changed.statements[i].count = static_cast<std::uint32_t>(text.size());
  changed.bytes += text;
  TestCase compact;
  keep_only(changed, std::vector<bool>(changed.size(), true), compact);
  return compact;
}

void drop_dependents(const TestCase& test, std::vector<bool>& keep) {
  for (std::size_t i = 0; i < test.size(); ++i)
    for (const Argument& argument : test.arguments_of(test.statements[i]))
      if (argument.mode != PassMode::kNull && !keep[argument.source.index()]) keep[i] = false;
}

std::vector<bool> needed(const TestCase& test, const ApiModel& api) {
  std::vector<bool> used(test.size(), false);
  for (std::size_t i = test.size(); i-- > 0;) {
    const Statement& statement = test.statements[i];
    const bool only_makes = statement.kind != StatementKind::kCall ||
                            api[statement.callable].kind == CallableKind::kCallback ||
                            (api[statement.callable].kind == CallableKind::kVariable && statement.count == 0);
    if (!only_makes) used[i] = true;
    if (used[i]) use_arguments(test, statement, used);
  }
  return used;
}

std::vector<bool> slice(const TestCase& test, std::size_t root, const ApiModel& api) {
  std::vector<bool> used(test.size(), false);
  used[root] = true;
  // Backwards, so that a statement is looked at when all that follows it in the slice is known.
  for (std::size_t i = root + 1; i-- > 0;) {
    const Statement& statement = test.statements[i];
    if (statement.kind != StatementKind::kCall) continue;
    if (!used[i]) used[i] = touches(test, statement, used, api);
    if (used[i]) use_arguments(test, statement, used);
  }
  return used;
}

}  // namespace reenact
