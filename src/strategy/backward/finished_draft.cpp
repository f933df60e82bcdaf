// A draft without wishes left as a test: the solver's model are its literals.
#include <fmt/format.h>

#include <algorithm>

#include "strategy/backward/composer.h"
#include "testcase/append.h"

namespace reenact::backward {
namespace {

constexpr std::size_t kLongestText = 256;  // bytes

}  // namespace

std::string Composer::text_at(const Plan& plan, symbolic::Evaluator& model) {
  Memory& memory = workshop_.memory();
  const auto byte_at = [&](Expr start, std::size_t i) {
    return static_cast<char>(model(memory.read(e_.make(Op::kAdd, start, e_.constant(i, 64)), 8)).value_or(0));
  };
  std::string text;
  if (plan.kind == Plan::Kind::kString) {
    const auto length = model(memory.read(e_.make(Op::kAdd, plan.value, e_.constant(8, 64)), 64)).value_or(0);
    const Expr data = memory.read(plan.value, 64);
    for (std::size_t i = 0; i < std::min<symbolic::Bits>(length, kLongestText); ++i) text += byte_at(data, i);
    return text;
  }
  while (text.size() < kLongestText) {
    const char next = byte_at(plan.value, text.size());
    if (next == 0) break;
    text += next;
  }
  return text;
}

std::optional<Argument> Composer::argument(const Plan& plan, const Parameter& parameter, TestCase& test,
                                           symbolic::Evaluator& model,
                                           const std::map<std::size_t, StatementIndex>& made,
                                           const std::vector<Argument>& before) {
  switch (plan.kind) {
    case Plan::Kind::kNull:
      return Argument{};
    case Plan::Kind::kScalar: {
      const Type& type = api_[plan.type];
      const unsigned width = e_.width(plan.value);
      const auto value = model(plan.value).value_or(0);
      auto bits = static_cast<std::int64_t>(type.is_signed ? symbolic::as_signed(value, width)
                                                           : static_cast<symbolic::SignedBits>(value));
      if (type.kind == TypeKind::kFloat && type.bits == 32)
        bits =
            std::bit_cast<std::int64_t>(static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(value))));
      return argument_from(test, api_, parameter, append_scalar(test, plan.type, bits));
    }
    case Plan::Kind::kText:
    case Plan::Kind::kString:
      return argument_from(test, api_, parameter, append_text(test, plan.type, text_at(plan, model)));
    case Plan::Kind::kLength:
      return argument_from(test, api_, parameter, before[plan.object].source);
    case Plan::Kind::kObject: {
      const auto at = made.find(plan.object);
      return at == made.end() ? std::nullopt : argument_from(test, api_, parameter, at->second);
    }
  }
  return std::nullopt;
}

std::optional<TestCase> Composer::finished(const Draft& draft) {
  std::vector<Expr> conditions;
  for (const Clause& clause : draft.clauses)
    conditions.push_back(workshop_.memory().at_start(clause.condition).condition);
  // Texts that can be written down.
  for (const PlannedCall& call : draft.calls)
    for (const Plan& plan : call.arguments)
      if (plan.kind == Plan::Kind::kString)
        conditions.push_back(e_.make(Op::kUle,
                                     workshop_.memory().read(e_.make(Op::kAdd, plan.value, e_.constant(8, 64)), 64),
                                     e_.constant(kLongestText, 64)));
  const solver::Answer answer = workshop_.solver().check(conditions);
  const auto* const can = std::get_if<solver::Satisfiable>(&answer);
  if (can == nullptr) return std::nullopt;
  symbolic::Evaluator model(e_, can->model);
  TestCase test;
  std::map<std::size_t, StatementIndex> made;
  for (auto call = draft.calls.rbegin(); call != draft.calls.rend(); ++call) {
    const Callable& callable = api_[call->callable];
    std::vector<Argument> arguments;
    for (std::size_t i = 0; i < callable.parameters.size(); ++i) {
      const auto each = argument(call->arguments[i], callable.parameters[i], test, model, made, arguments);
      if (!each) {
        ++counters_.given_up["a value does not fit its parameter"];
        return std::nullopt;
      }
      arguments.push_back(*each);
    }
    const auto statement = append_call(test, api_, call->callable, arguments);
    if (!statement) return std::nullopt;
    if (call->makes) made[*call->makes] = *statement;
  }
  return test;
}

}  // namespace reenact::backward
