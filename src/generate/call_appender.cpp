#include "generate/call_appender.h"

#include <algorithm>
#include <bit>

#include "generate/contract_tier.h"
#include "generate/text_values.h"
#include "testcase/append.h"

namespace reenact {
namespace {

constexpr unsigned kMaxDepth = 6;
constexpr unsigned kDear = 30;  // statements; so many are only taken where there is no cheaper way

}  // namespace

StatementIndex CallAppender::append_literal(TestCase& test, TypeId id) {
  const Type& type = api_[id];
  Statement statement;
  statement.type = id;
  if (type.kind == TypeKind::kText) {
    statement.kind = StatementKind::kText;
    statement.first = static_cast<std::uint32_t>(test.bytes.size());
    fresh_text(test.bytes, pool_, random_);
    statement.count = static_cast<std::uint32_t>(test.bytes.size()) - statement.first;
  } else if (type.kind == TypeKind::kNumbers) {
    statement.kind = StatementKind::kNumbers;
    statement.first = static_cast<std::uint32_t>(test.numbers.size());
    statement.count =
        static_cast<std::uint32_t>(random_.chance(draws_.short_array) ? 1 + random_.below(4) : random_.below(33));
    for (std::uint32_t i = 0; i < statement.count; ++i)
      test.numbers.push_back(fresh_scalar(api_[type.element], pool_, random_));
  } else {
    statement.kind = StatementKind::kScalar;
    statement.bits = fresh_scalar(type, pool_, random_);
  }
  test.statements.push_back(statement);
  return StatementIndex(test.size() - 1);
}

/// Of many ways to a std::string, what some getter returns is rarely the one: a text of the test's own says what it is.
std::optional<CallableId> CallAppender::literal_producer(const std::vector<CallableId>& producers) {
  candidate_ids_.clear();
  for (const CallableId id : producers)
    if (api_[id].kind == CallableKind::kConversion && costs_.can_make(id)) candidate_ids_.push_back(id);
  if (candidate_ids_.empty()) return std::nullopt;
  return random_.pick(candidate_ids_);
}

/// The first of the cheapest ones, `start` itself unless one is cheaper.
CallableId CallAppender::cheapest(const std::vector<CallableId>& producers, CallableId start) const {
  CallableId best = start;
  for (const CallableId id : producers)
    if (costs_.of(id) < costs_.of(best)) best = id;
  return best;
}

/// Near the depth limit only the cheapest will do; before it, cheap ones are likelier (best of two draws).
CallableId CallAppender::producer_for(TypeId type, unsigned depth) {
  const auto& producers = api_.producers[type.index()];
  if (depth >= kMaxDepth || random_.chance(draws_.cheapest)) return cheapest(producers, producers.front());
  if (const auto plain = literal_producer(producers); plain && random_.chance(draws_.plain_text)) return *plain;
  CallableId best = random_.pick(producers);
  if (const CallableId other = random_.pick(producers); costs_.of(other) < costs_.of(best)) best = other;
  for (int tries = 0; !costs_.can_make(best) && tries < 8; ++tries) best = random_.pick(producers);
  return costs_.of(best) > kDear ? cheapest(producers, best) : best;
}

StatementIndex CallAppender::append_variable(TestCase& test, TypeId type, unsigned depth) {
  if (is_literal(api_[type])) return append_literal(test, type);
  return append_call(test, producer_for(type, depth), depth + 1);
}

/// A new object that nothing else owns; what a getter returns belongs to somebody already.
StatementIndex CallAppender::append_owned(TestCase& test, TypeId type, const Parameter& parameter, unsigned depth) {
  candidate_ids_.clear();
  for (const CallableId id : api_.producers[type.index()]) {
    const CallableKind kind = api_[id].kind;
    if ((kind == CallableKind::kConstructor || kind == CallableKind::kVariable || kind == CallableKind::kStub) &&
        costs_.can_make(id) && (!parameter.deletes || makes_with_new(api_[id])))
      candidate_ids_.push_back(id);
  }
  if (candidate_ids_.empty()) return append_variable(test, type, depth);
  return append_call(test, random_.pick(candidate_ids_), depth + 1);
}

CallAppender::ShownValues CallAppender::as_reported(CallableId callable) {
  const auto found = std::ranges::find(pool_.reported, callable, &ReportedCall::callable);
  const bool is_made_so = found != pool_.reported.end() && random_.chance(draws_.reported);
  return is_made_so ? ShownValues(found->values) : ShownValues();
}

/// A variable of `type` that is what `value` says; a std::string is made of the text.
std::optional<StatementIndex> CallAppender::append_reported(TestCase& test, TypeId id, const ReportedValue& value,
                                                            unsigned depth) {
  const Type& type = api_[id];
  const auto* text = std::get_if<std::string>(&value);
  if (text != nullptr && type.kind == TypeKind::kText) return append_text(test, id, *text);
  if (text != nullptr && type.kind == TypeKind::kObject) {
    const auto plain = literal_producer(api_.producers[id.index()]);
    if (!plain || api_[*plain].parameters.empty()) return std::nullopt;
    const std::optional<ReportedValue> made_of = value;
    return append_call(test, api_[*plain], {&made_of, 1}, depth + 1);
  }
  const auto* number = std::get_if<std::int64_t>(&value);
  if (number != nullptr &&
      (type.kind == TypeKind::kInteger || type.kind == TypeKind::kEnum || type.kind == TypeKind::kBool))
    return append_scalar(test, id, *number);
  const auto* real = std::get_if<double>(&value);
  if (real != nullptr && type.kind == TypeKind::kFloat)
    return append_scalar(test, id, std::bit_cast<std::int64_t>(*real));
  return std::nullopt;
}

std::optional<Argument> CallAppender::reported_argument(TestCase& test, const Parameter& parameter,
                                                        const ReportedValue& value, unsigned depth) {
  if (std::holds_alternative<std::nullptr_t>(value)) {
    const bool may_be = parameter.nullable && chance_of_null(parameter) > 0;
    return may_be ? std::optional(Argument()) : std::nullopt;
  }
  for (const Source& source : parameter.sources)
    if (source.mode != PassMode::kLength)
      if (const auto made = append_reported(test, source.type, value, depth))
        return Argument{*made, source.mode, source.cast};
  return std::nullopt;
}

StatementIndex CallAppender::append_call(TestCase& test, CallableId id, unsigned depth) {
  return append_call(test, api_[id], as_reported(id), depth);
}

StatementIndex CallAppender::append_call(TestCase& test, const Callable& callable, ShownValues shown, unsigned depth) {
  Argument arguments[64];
  const std::size_t count = std::min<std::size_t>(callable.parameters.size(), 64);
  for (std::size_t i = 0; i < count; ++i) {
    const auto& length_of = callable.parameters[i].length_of;
    const bool has_buffer =
        may_measure(callable.parameters[i]) && *length_of < i && arguments[*length_of].mode == PassMode::kBuffer;
    if (has_buffer && (is_only_length(callable.parameters[i]) || random_.chance(draws_.own_length)))
      arguments[i] = {arguments[*length_of].source, PassMode::kLength, kNoCast};
    else if (const auto as_shown = i < shown.size() && shown[i]
                                       ? reported_argument(test, callable.parameters[i], *shown[i], depth)
                                       : std::nullopt)
      arguments[i] = *as_shown;
    else
      arguments[i] = argument_for(test, callable.parameters[i], depth);
  }
  Statement statement;
  statement.kind = StatementKind::kCall;
  statement.callable = callable.id;
  if (callable.result) statement.type = *callable.result;
  statement.first = static_cast<std::uint32_t>(test.arguments.size());
  statement.count = static_cast<std::uint32_t>(count);
  test.arguments.insert(test.arguments.end(), arguments, arguments + count);
  test.statements.push_back(statement);
  return StatementIndex(test.size() - 1);
}

bool CallAppender::reuse(const TestCase& test, const Parameter& parameter, Argument& argument) {
  candidates_.clear();
  for (std::size_t i = 0; i < test.size(); ++i) {
    const Statement& statement = test.statements[i];
    if (statement.kind == StatementKind::kCall && !api_[statement.callable].result) continue;
    if (parameter.deletes && !makes_with_new(api_[statement.callable])) continue;
    for (const Source& source : parameter.sources)
      if (source.type == statement.type && source.mode != PassMode::kLength) {
        candidates_.emplace_back(static_cast<std::uint32_t>(i), &source);
        break;
      }
  }
  if (candidates_.empty()) return false;
  // The later made, the likelier: calls on one object belong together.
  const std::size_t draw = random_.below(candidates_.size());
  const auto& [index, source] = candidates_[std::max(draw, random_.below(candidates_.size()))];
  argument = {StatementIndex(index), source->mode, source->cast};
  return true;
}

bool CallAppender::is_made_by_stubs(TypeId type) const {
  const auto& producers = api_.producers[type.index()];
  return !producers.empty() &&
         std::ranges::all_of(producers, [this](CallableId id) { return api_[id].kind == CallableKind::kStub; });
}

/// A generated subclass is for where none of the subject's own will do, and seldom otherwise.
const Source* CallAppender::fresh_source(const Parameter& parameter, unsigned depth) {
  const bool has_stub =
      std::ranges::any_of(parameter.sources, [this](const Source& source) { return is_made_by_stubs(source.type); });
  if (has_stub && !random_.chance(draws_.stub))
    if (const Source* own = fresh_source(parameter, depth, false)) return own;
  return fresh_source(parameter, depth, true);
}

/// Sources are ordered best first: the chance falls with each step down the list.
const Source* CallAppender::fresh_source(const Parameter& parameter, unsigned depth, bool stubs_too) {
  const Source* chosen = nullptr;
  for (const Source& source : parameter.sources) {
    // A length comes with its buffer, in the same call, or it is a number like any other.
    if (costs_.of(source.type) >= kImpossible || source.mode == PassMode::kLength) continue;
    if (!stubs_too && is_made_by_stubs(source.type)) continue;
    const double step = depth >= kMaxDepth                                    ? 0.0
                        : chosen != nullptr && is_literal(api_[chosen->type]) ? draws_.next_than_literal
                                                                              : draws_.next_source;
    if (chosen != nullptr && !random_.chance(step)) continue;
    if (chosen != nullptr && depth >= 2 && costs_.of(source.type) > costs_.of(chosen->type)) continue;
    chosen = &source;
  }
  if (chosen == nullptr || depth < kMaxDepth) return chosen;
  for (const Source& source : parameter.sources)
    if (source.mode != PassMode::kLength && (stubs_too || !is_made_by_stubs(source.type)) &&
        costs_.of(source.type) < costs_.of(chosen->type))
      chosen = &source;
  return chosen;
}

Argument CallAppender::fresh(TestCase& test, const Parameter& parameter, unsigned depth) {
  const Source* source = fresh_source(parameter, depth);
  if (source == nullptr) return {};
  const StatementIndex made = parameter.owns || parameter.deletes ? append_owned(test, source->type, parameter, depth)
                                                                  : append_variable(test, source->type, depth);
  return {made, source->mode, source->cast};
}

/// Also where objects would be made for ever: `timeval* ares_timeout(timeval*, timeval*)` is the only one that makes what
/// it takes. What cannot be null gets cheaper with every level, and so comes to an end.
bool CallAppender::must_be_null(const Parameter& parameter, unsigned depth) const {
  return parameter.sources.empty() ||
         (depth >= kMaxDepth && std::ranges::none_of(parameter.sources, [this](const Source& source) {
            return is_literal(api_[source.type]);
          }));
}

double CallAppender::chance_of_null(const Parameter& parameter) const {
  if (pool_.contracts == nullptr) return draws_.null;
  if (parameter.nonnull && !pool_.contracts->is_open(Contract::kNull)) return 0;
  if (parameter.shown && !pool_.contracts->is_open(Contract::kShown)) return 0;
  return draws_.null;
}

Argument CallAppender::argument_for(TestCase& test, const Parameter& parameter, unsigned depth) {
  const bool is_object = !parameter.sources.empty() && !is_literal(api_[parameter.sources.front().type]) &&
                         !literal_producer(api_.producers[parameter.sources.front().type.index()]);
  Argument argument;
  if (parameter.nullable && (must_be_null(parameter, depth) || random_.chance(chance_of_null(parameter))))
    return argument;
  if (!parameter.owns && random_.chance(is_object ? draws_.reuse_object : draws_.reuse_value) &&
      reuse(test, parameter, argument))
    return argument;
  argument = fresh(test, parameter, depth);
  if (argument.mode == PassMode::kNull && !parameter.nullable) (void)reuse(test, parameter, argument);
  return argument;
}

}  // namespace reenact
