#include "strategy/backward/finished_draft.h"

#include <algorithm>
#include <bit>

#include "testcase/append.h"

namespace reenact::backward {
namespace {

constexpr std::uint64_t kLongest = 256;       // elements of a text or an array
constexpr std::size_t kPlainWays = 4;         // of making an argument, of each kind
constexpr std::uint64_t kUsualNumber = 1000;  // larger ones are often sizes that nobody has memory for
constexpr unsigned kWideBits = 16;
constexpr std::uint64_t kMoreThanAsked = 16;  // bytes of a text: what is read and not asked about is in no condition
constexpr std::size_t kVariants = 8;          // tests of a draft

bool is_scalar(TypeKind kind) {
  return kind == TypeKind::kBool || kind == TypeKind::kInteger || kind == TypeKind::kEnum || kind == TypeKind::kFloat;
}

}  // namespace

/// Texts and arrays that can be written down; a text in an object ends in a 0.
void DraftFinisher::limit(const Plan& plan, std::vector<Expr>& conditions) {
  for (const Plan& each : plan.elements) limit(each, conditions);
  if (plan.count == Expr{}) return;
  const std::vector<Expr> asked = symbolic::reachable(e_, conditions);
  conditions.push_back(e_.make(Op::kUle, plan.count, e_.constant(kLongest, 64)));
  if (plan.kind != Plan::Kind::kString) return;
  for (const Expr read : asked) {
    if (!e_.is(read, Op::kRead) || e_.width(read) != 8) continue;
    const auto offset = distance(e_, plan.value, e_[read].b());
    if (!offset || *offset < 0 || *offset > static_cast<std::int64_t>(kLongest)) continue;
    const Expr is_end = e_.make(Op::kEq, plan.count, e_.constant(static_cast<std::uint64_t>(*offset), 64));
    conditions.push_back(e_.make(Op::kOr, e_.negation(is_end), e_.make(Op::kEq, read, e_.constant(0, 8))));
  }
}

std::vector<Expr> DraftFinisher::conditions_of(const Draft& draft) {
  std::vector<Expr> conditions;
  Memory::Step step;
  // What makes an object that is still wanted may free something.
  const bool is_nothing_freed = draft.wanted.empty();
  for (const Clause& clause : draft.clauses)
    conditions.push_back(workshop_.memory().at_start(clause.condition, is_nothing_freed, step).condition);
  for (const PlannedCall& call : draft.calls)
    for (const Plan& plan : call.arguments) limit(plan, conditions);
  return conditions;
}

/// What a caller's values would be like: a text that is longer than what is asked of it, and numbers that are no greater than need be.
std::vector<Expr> DraftFinisher::usual(const Draft& draft, const std::vector<Expr>& conditions) {
  const std::vector<Expr> asked = symbolic::reachable(e_, conditions);
  std::vector<Expr> result;
  const auto cover = [&](const Plan& plan) {
    // Where its size is spoken of, too short may be what the crash is about.
    if (std::ranges::binary_search(asked, workshop_.memory().size_behind(plan.value))) return;
    for (const Expr read : asked)
      if (e_.is(read, Op::kRead) && e_.width(read) == 8)
        if (const auto offset = distance(e_, plan.value, e_[read].b());
            offset && *offset >= 0 && *offset < static_cast<std::int64_t>(kLongest - kMoreThanAsked))
          result.push_back(
              e_.make(Op::kUle, e_.constant(static_cast<std::uint64_t>(*offset) + kMoreThanAsked, 64), plan.count));
  };
  for (const PlannedCall& call : draft.calls)
    for (const Plan& plan : call.arguments) {
      if (plan.kind == Plan::Kind::kText && plan.count != Expr{}) cover(plan);
      if (plan.kind != Plan::Kind::kScalar || api_[plan.type].kind != TypeKind::kInteger ||
          e_.width(plan.value) < kWideBits || !std::ranges::binary_search(asked, plan.value))
        continue;
      result.push_back(e_.make(Op::kUle, plan.value, e_.constant(kUsualNumber, e_.width(plan.value))));
    }
  return result;
}

/// As the conditions demand, and if possible as `usual` values are.
solver::Answer DraftFinisher::values_of(const Draft& draft, const std::vector<Expr>& conditions) {
  std::vector<Expr> wanted = usual(draft, conditions);
  if (wanted.empty()) return workshop_.solver().check(conditions);
  wanted.insert(wanted.begin(), conditions.begin(), conditions.end());
  solver::Answer answer = workshop_.solver().check(wanted);
  return std::holds_alternative<solver::Satisfiable>(answer) ? answer : workshop_.solver().check(conditions);
}

std::vector<TestCase> DraftFinisher::tests_of(const Draft& draft, std::map<std::string, std::uint64_t>& given_up) {
  std::vector<TestCase> result;
  const std::vector<Expr> conditions = conditions_of(draft);
  const solver::Answer answer = values_of(draft, conditions);
  const auto* const can = std::get_if<solver::Satisfiable>(&answer);
  if (can == nullptr) {
    ++given_up[is_unknown(answer) ? "the solver finds no values" : "there are no values that can be written down"];
    return result;
  }
  symbolic::Evaluator model(e_, can->model);
  for (std::size_t variant = 0; variant < kVariants; ++variant) {
    Writing writing{.draft = draft, .model = model, .asked = {}, .places = {}, .variant = variant};
    for (const Expr each : symbolic::reachable(e_, conditions)) {
      writing.asked.insert(each);
      const auto value = e_.value(each);
      const Thing* const thing =
          value && e_.width(each) == 64 ? workshop_.places().at(static_cast<std::uint64_t>(*value)) : nullptr;
      if (thing != nullptr) writing.places.insert(thing->base);
    }
    if (!write(writing)) {
      ++given_up["a value does not fit its parameter"];
      break;
    }
    std::vector<std::uint32_t> words;
    encode(writing.test, api_, words);
    if (written_.insert(std::move(words)).second) result.push_back(std::move(writing.test));
    if (!writing.has_choice) break;
  }
  return result;
}

bool DraftFinisher::write(Writing& writing) {
  for (auto call = writing.draft.calls.rbegin(); call != writing.draft.calls.rend(); ++call) {
    const Callable& callable = api_[call->callable];
    std::vector<Argument> arguments;
    for (std::size_t i = 0; i < callable.parameters.size(); ++i) {
      const auto each = argument(writing, call->arguments[i], callable.parameters[i], arguments);
      if (!each) return false;
      arguments.push_back(*each);
    }
    const auto statement = append_call(writing.test, api_, call->callable, arguments);
    if (!statement) return false;
    if (call->makes) writing.made[*call->makes] = *statement;
  }
  // An object that is there to be destroyed is passed to no call.
  return std::ranges::all_of(writing.draft.wanted, [&](const Wanted& each) { return is_made(writing, each); });
}

/// In a plain way, if no call made it.
bool DraftFinisher::is_made(Writing& writing, const Wanted& wanted) {
  if (writing.made.contains(wanted.object)) return true;
  const std::vector<PlainSource>& ways = plain_ways_of(*wanted.parameter);
  if (ways.empty()) return false;
  writing.has_choice = writing.has_choice || ways.size() > 1;
  writing.made[wanted.object] = append_made(writing.test, ways[writing.variant % ways.size()]);
  return append_tried(writing, wanted.object);
}

std::optional<Argument> DraftFinisher::argument(Writing& writing, const Plan& plan, const Parameter& parameter,
                                                const std::vector<Argument>& before) {
  TestCase& test = writing.test;
  switch (plan.kind) {
    case Plan::Kind::kNull:
      return Argument{};
    case Plan::Kind::kPlain:
      return plain(writing, parameter);
    case Plan::Kind::kScalar:
      return argument_from(test, api_, parameter,
                           append_scalar(test, plan.type, scalar(writing, plan.value, api_[plan.type])));
    case Plan::Kind::kText:
      return argument_from(test, api_, parameter, append_text(test, plan.type, text(writing, plan)));
    case Plan::Kind::kString: {
      const StatementIndex literal = append_text(test, plan.type, text(writing, plan));
      const Argument parts[] = {{literal, PassMode::kBuffer, kNoCast}, {literal, PassMode::kLength, kNoCast}};
      const auto made = append_call(test, api_, plan.via, parts);
      return made ? argument_from(test, api_, parameter, *made) : std::nullopt;
    }
    case Plan::Kind::kNumbers:
      return numbers(writing, plan, parameter);
    case Plan::Kind::kSequence:
      return sequence(writing, plan, parameter);
    case Plan::Kind::kLength:
      return Argument{before[plan.object].source, PassMode::kLength, kNoCast};
    case Plan::Kind::kObject:
      return object(writing, plan, parameter);
  }
  return std::nullopt;
}

/// The first ones are handles that a call has set. The last one is a struct of zeros that the library should have set up, if there is
/// one: what such a crash is about. Whoever runs tests decides when that may be.
const std::vector<PlainSource>& DraftFinisher::plain_ways_of(const Parameter& parameter) {
  const auto [at, is_new] = plain_ways_.try_emplace(&parameter);
  std::vector<PlainSource>& ways = at->second;
  if (!is_new) return ways;
  ways = filled_sources(api_, parameter, kPlainWays);
  for (PlainSource& each : plain_sources(api_, parameter, kPlainWays))
    if (ways.size() < kPlainWays) ways.push_back(std::move(each));
  const std::size_t room = kVariants - 1;
  for (PlainSource& each : plain_sources_without_null(api_, parameter, kPlainWays))
    if (ways.size() < room) ways.push_back(std::move(each));
  if (auto raw = raw_source(api_, parameter)) ways.push_back(std::move(*raw));
  return ways;
}

/// What nobody asks about: null at first, if it may be.
std::optional<Argument> DraftFinisher::plain(Writing& writing, const Parameter& parameter) {
  const std::vector<PlainSource>& ways = plain_ways_of(parameter);
  const std::size_t nulls = parameter.nullable && !parameter.nonnull ? 1 : 0;
  if (ways.empty() && nulls == 0) return std::nullopt;
  writing.has_choice = writing.has_choice || ways.size() + nulls > 1;
  if (writing.variant < nulls || ways.empty()) return Argument{};
  const PlainSource& way = ways[(writing.variant - nulls) % ways.size()];
  return Argument{append_made(writing.test, way), way.argument.mode, way.argument.cast};
}

std::optional<Argument> DraftFinisher::object(Writing& writing, const Plan& plan, const Parameter& parameter) {
  if (!writing.made.contains(plan.object)) {
    const auto wanted = std::ranges::find(writing.draft.wanted, plan.object, &Wanted::object);
    if (wanted == writing.draft.wanted.end() || !is_made(writing, *wanted)) return std::nullopt;
  }
  return argument_from(writing.test, api_, parameter, writing.made.at(plan.object));
}

bool DraftFinisher::append_tried(Writing& writing, std::size_t object) {
  for (const TriedCall& tried : writing.draft.tried) {
    if (tried.object != object) continue;
    const std::vector<Parameter>& parameters = api_[tried.callable].parameters;
    std::vector<Argument> arguments;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      const Parameter& parameter = parameters[i];
      const bool measures = may_measure(parameter) && *parameter.length_of < i &&
                            arguments[*parameter.length_of].mode == PassMode::kBuffer;
      const auto argument = i == tried.position ? argument_from(writing.test, api_, parameter, writing.made.at(object))
                            : measures ? Argument{arguments[*parameter.length_of].source, PassMode::kLength, kNoCast}
                                       : plain(writing, parameter);
      if (!argument) return false;
      arguments.push_back(*argument);
    }
    if (!append_call(writing.test, api_, tried.callable, arguments)) return false;
  }
  return true;
}

std::optional<Argument> DraftFinisher::sequence(Writing& writing, const Plan& plan, const Parameter& parameter) {
  if (api_[plan.via].kind == CallableKind::kConversion) return sequence_of_values(writing, plan, parameter);
  const auto made = append_call(writing.test, api_, plan.via, {});
  if (!made) return std::nullopt;
  for (const Plan& element : plan.elements) {
    const std::vector<Parameter>& takes = api_[plan.add].parameters;
    const auto self = argument_from(writing.test, api_, takes[0], *made);
    const auto added = argument(writing, element, takes[1], {});
    if (!self || !added || !append_call(writing.test, api_, plan.add, std::vector{*self, *added})) return std::nullopt;
  }
  return argument_from(writing.test, api_, parameter, *made);
}

/// `std::vector<int> v{1, 2};`
std::optional<Argument> DraftFinisher::sequence_of_values(Writing& writing, const Plan& plan,
                                                          const Parameter& parameter) {
  const TypeId literal = api_[plan.via].parameters[0].sources.front().type;
  std::vector<std::int64_t> values;
  for (const Plan& element : plan.elements) values.push_back(scalar(writing, element.value, api_[element.type]));
  const bool is_text = api_[literal].kind == TypeKind::kText;
  const StatementIndex made_of = is_text ? append_text(writing.test, literal, std::string(values.begin(), values.end()))
                                         : append_numbers(writing.test, literal, values);
  const Argument parts[] = {{made_of, PassMode::kBuffer, kNoCast}, {made_of, PassMode::kLength, kNoCast}};
  const auto made = append_call(writing.test, api_, plan.via, parts);
  return made ? argument_from(writing.test, api_, parameter, *made) : std::nullopt;
}

std::int64_t DraftFinisher::scalar(Writing& writing, Expr value, const Type& type) {
  if (!writing.asked.contains(value)) {
    writing.has_choice = true;
    if (type.kind == TypeKind::kEnum && !type.enumerators.empty())
      return type.enumerators[writing.variant % type.enumerators.size()].value;
    const std::int64_t number = writing.variant % 2;
    return type.kind == TypeKind::kFloat ? std::bit_cast<std::int64_t>(static_cast<double>(number)) : number;
  }
  const unsigned width = e_.width(value);
  const auto bits = writing.model(value).value_or(0);
  if (type.kind == TypeKind::kFloat && type.bits == 32)
    return std::bit_cast<std::int64_t>(static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits))));
  return static_cast<std::int64_t>(type.is_signed ? symbolic::as_signed(bits, width)
                                                  : static_cast<symbolic::SignedBits>(bits));
}

/// Is the number spoken of, or what it is widened from?
bool DraftFinisher::is_asked_for(const Writing& writing, Expr count) {
  return writing.asked.contains(count) || (e_.is(count, Op::kZExt) && writing.asked.contains(e_[count].a()));
}

std::string DraftFinisher::text(Writing& writing, const Plan& plan) {
  const bool is_asked = writing.places.contains(static_cast<std::uint64_t>(*e_.value(plan.value)));
  if (!is_asked && (plan.count == Expr{} || !is_asked_for(writing, plan.count))) {
    writing.has_choice = true;
    return writing.variant % 2 == 0 ? "" : "a";
  }
  const bool is_counted = plan.count != Expr{};
  const std::uint64_t longest =
      is_counted ? std::min<std::uint64_t>(kLongest, static_cast<std::uint64_t>(writing.model(plan.count).value_or(0)))
                 : kLongest;
  std::string result;
  while (result.size() < longest) {
    const auto next = writing.model(workshop_.memory().read(at(plan.value, result.size()), 8)).value_or(0);
    if (next == 0 && !is_counted) break;
    result += static_cast<char>(next);
  }
  return result;
}

/// How many bytes behind `place` are spoken of.
std::uint64_t DraftFinisher::extent(Writing& writing, Expr place) {
  const Thing* const thing = workshop_.places().under(e_, place);
  std::uint64_t result = 0;
  for (const Expr read : writing.asked) {
    if (!e_.is(read, Op::kRead) || workshop_.places().under(e_, e_[read].b()) != thing) continue;
    const auto address = static_cast<std::uint64_t>(writing.model(e_[read].b()).value_or(0));
    const bool is_size = workshop_.memory().is_size(read);
    const std::uint64_t bytes =
        is_size ? static_cast<std::uint64_t>(writing.model(read).value_or(0)) : e_.width(read) / 8;
    if (address >= thing->base) result = std::max(result, address - thing->base + bytes);
  }
  return result;
}

/// One number alone may be a variable of its own.
std::optional<Argument> DraftFinisher::numbers(Writing& writing, const Plan& plan, const Parameter& parameter) {
  const Type& element = api_[api_[plan.type].element];
  const unsigned bits = element.kind == TypeKind::kBool ? 8 : element.bits == 0 ? 32 : element.bits;
  const std::uint64_t count =
      plan.count != Expr{} ? static_cast<std::uint64_t>(writing.model(plan.count).value_or(0))
                           : std::max<std::uint64_t>(1, (extent(writing, plan.value) + bits / 8 - 1) / (bits / 8));
  if (count > kLongest) return std::nullopt;
  const auto number = [&](std::uint64_t i) {
    return scalar(writing, workshop_.memory().read(at(plan.value, i * bits / 8), bits), element);
  };
  const auto single = std::ranges::find_if(parameter.sources, [&](const Source& each) {
    return each.mode == PassMode::kAddress && is_scalar(api_[each.type].kind);
  });
  if (count == 1 && plan.count == Expr{} && single != parameter.sources.end())
    return argument_from(writing.test, api_, parameter, append_scalar(writing.test, single->type, number(0)));
  std::vector<std::int64_t> all;
  for (std::uint64_t i = 0; i < count; ++i) all.push_back(number(i));
  return argument_from(writing.test, api_, parameter, append_numbers(writing.test, plan.type, all));
}

}  // namespace reenact::backward
