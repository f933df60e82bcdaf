#include "generate/builder.h"

#include <algorithm>

#include "generate/text_values.h"
#include "testcase/subset.h"

namespace reenact {

TestBuilder::TestBuilder(const ApiModel& api, const ValuePool& pool, Random& random)
    : api_(api), pool_(pool), random_(random), appender_(api, pool, random), copier_(api, appender_) {}

bool TestBuilder::can_make(CallableId callable) const { return appender_.costs().can_make(callable); }

StatementIndex TestBuilder::append_call(TestCase& test, CallableId callable) {
  return appender_.append_call(test, callable, 0);
}

void TestBuilder::remove(const TestCase& test, std::size_t at, TestCase& out) {
  out.clear();
  copier_.start(test.size());
  copier_.copy_range(test, 0, at, out, Missing::kReplace);
  copier_.copy_range(test, at + 1, test.size(), out, Missing::kReplace);
}

void TestBuilder::insert(const TestCase& test, std::size_t at, CallableId callable, TestCase& out) {
  out.clear();
  copier_.start(test.size());
  copier_.copy_range(test, 0, at, out, Missing::kReplace);
  if (out.size() + 4 < kMaxStatements) (void)append_call(out, callable);
  copier_.copy_range(test, at, test.size(), out, Missing::kReplace);
}

void TestBuilder::cross(const TestCase& a, std::size_t cut_a, const TestCase& b, std::size_t cut_b, TestCase& out) {
  out.clear();
  copier_.start(a.size());
  copier_.copy_range(a, 0, cut_a, out, Missing::kReplace);
  copier_.start(b.size());
  // Half of the time the second half finds its objects among the first half's; else it brings its own along.
  copier_.copy_range(b, cut_b, b.size(), out,
                     random_.chance(draws_.bring_objects) ? Missing::kCopy : Missing::kReplace);
}

/// Appends the text `statement`, as `change` changes it.
template <typename Change>
void TestBuilder::change_text_statement(const TestCase& test, const Statement& statement, TestCase& out,
                                        Change change) {
  scratch_.assign(test.text_of(statement));
  change(scratch_);
  Statement made = statement;
  made.first = static_cast<std::uint32_t>(out.bytes.size());
  made.count = static_cast<std::uint32_t>(scratch_.size());
  out.bytes += scratch_;
  out.statements.push_back(made);
}

void TestBuilder::change_literal(const TestCase& test, const Statement& statement, TestCase& out) {
  if (statement.kind == StatementKind::kText)
    return change_text_statement(test, statement, out, [this](std::string& text) {
      if (random_.chance(pool_.draws.texts.cleared)) text.clear();
      change_text(text, pool_, random_);
    });
  Statement made = statement;
  const Type& type = api_[statement.type];
  if (statement.kind == StatementKind::kScalar) {
    made.bits = changed_scalar(type, statement.bits, pool_, random_);
  } else {
    made.first = static_cast<std::uint32_t>(out.numbers.size());
    const auto numbers = test.numbers_of(statement);
    out.numbers.insert(out.numbers.end(), numbers.begin(), numbers.end());
    const Type& element = api_[type.element];
    if (random_.chance(draws_.longer_array) && made.count < 256)
      out.numbers.push_back(fresh_scalar(element, pool_, random_));
    else if (random_.chance(draws_.shorter_array) && made.count > 0)
      out.numbers.pop_back();
    else if (made.count > 0) {
      auto& number = out.numbers[made.first + random_.below(made.count)];
      number = changed_scalar(element, number, pool_, random_);
    }
    made.count = static_cast<std::uint32_t>(out.numbers.size()) - made.first;
  }
  out.statements.push_back(made);
}

bool TestBuilder::change_call(const TestCase& test, std::size_t at, TestCase& out) {
  const Callable& callable = api_[test.statements[at].callable];
  if (callable.result && random_.chance(draws_.other_call)) {
    // Another call with the same result.
    const auto& producers = api_.producers[callable.result->index()];
    const CallableId other = producers.empty() ? callable.id : random_.pick(producers);
    if (can_make(other)) {
      copier_.set_copy(at, appender_.append_call(out, other, 1));
      return true;
    }
  }
  if (test.statements[at].count == 0) return false;
  std::size_t changed = random_.below(test.statements[at].count);
  if (is_only_length(callable.parameters[changed])) changed = *callable.parameters[changed].length_of;
  const StatementIndex copied = copier_.copy(test, at, out, Missing::kReplace);
  // The statement is last: take it off, refill one argument in front of it, put it back.
  Statement made = out.statements[copied.index()];
  arguments_.assign(out.arguments.begin() + made.first, out.arguments.begin() + made.first + made.count);
  out.statements.pop_back();
  out.arguments.resize(made.first);
  change_argument(callable, changed, arguments_, out);
  made.first = static_cast<std::uint32_t>(out.arguments.size());
  out.arguments.insert(out.arguments.end(), arguments_.begin(), arguments_.end());
  out.statements.push_back(made);
  copier_.set_copy(at, StatementIndex(out.size() - 1));
  return true;
}

/// Refills argument `changed`; a length follows its buffer.
void TestBuilder::change_argument(const Callable& callable, std::size_t changed, std::vector<Argument>& arguments,
                                  TestCase& out) {
  const Parameter& parameter = callable.parameters[changed];
  if (!(may_measure(parameter) && random_.chance(draws_.keep_buffer)))
    arguments[changed] = appender_.argument_for(out, parameter, 1);
  for (std::size_t k = 0; k < arguments.size(); ++k) {
    const auto& length_of = callable.parameters[k].length_of;
    if (!may_measure(callable.parameters[k]) || *length_of != changed) continue;
    if (arguments[changed].mode == PassMode::kBuffer)
      arguments[k] = {arguments[changed].source, PassMode::kLength, kNoCast};
    else if (arguments[k].mode == PassMode::kLength && !is_only_length(callable.parameters[k]))
      arguments[k] = appender_.argument_for(out, callable.parameters[k], 1);
  }
}

void TestBuilder::change(const TestCase& test, std::size_t at, TestCase& out) {
  out.clear();
  copier_.start(test.size());
  copier_.copy_range(test, 0, at, out, Missing::kReplace);
  const Statement& statement = test.statements[at];
  if (statement.kind != StatementKind::kCall) {
    change_literal(test, statement, out);
    copier_.set_copy(at, StatementIndex(out.size() - 1));
  } else if (!change_call(test, at, out)) {
    (void)copier_.copy(test, at, out, Missing::kReplace);
  }
  copier_.copy_range(test, at + 1, test.size(), out, Missing::kReplace);
}

void TestBuilder::join(const TestCase& test, std::size_t at, std::string_view other, TestCase& out) {
  out.clear();
  copier_.start(test.size());
  copier_.copy_range(test, 0, at, out, Missing::kReplace);
  change_text_statement(test, test.statements[at], out,
                        [&](std::string& text) { join_texts(text, other, pool_, random_); });
  copier_.set_copy(at, StatementIndex(out.size() - 1));
  copier_.copy_range(test, at + 1, test.size(), out, Missing::kReplace);
}

void TestBuilder::prune(const TestCase& test, TestCase& out) const { keep_only(test, needed(test, api_), out); }

void TestBuilder::slice(const TestCase& test, std::size_t root, TestCase& out) const {
  keep_only(test, reenact::slice(test, root, api_), out);
}

std::size_t TestBuilder::calls_of_functions(const TestCase& test) const {
  return static_cast<std::size_t>(std::ranges::count_if(test.statements, [this](const Statement& each) {
    if (each.kind != StatementKind::kCall) return false;
    const CallableKind kind = api_[each.callable].kind;
    return kind == CallableKind::kMethod || kind == CallableKind::kStaticMethod || kind == CallableKind::kFunction;
  }));
}

}  // namespace reenact
