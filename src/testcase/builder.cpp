#include "testcase/builder.h"

#include <algorithm>
#include <bit>

namespace reenact {
namespace {
constexpr unsigned kMaxDepth = 6;
}

TestBuilder::TestBuilder(const ApiModel& api, const ValuePool& pool, Random& random)
    : api_(api), pool_(pool), random_(random) {
  compute_costs();
}

bool TestBuilder::is_literal(TypeId type) const {
  switch (api_[type].kind) {
    case TypeKind::kObject:
    case TypeKind::kPointer:
    case TypeKind::kCallback:
      return false;
    default:
      return true;
  }
}

unsigned TestBuilder::cost_of(const Callable& callable) const {
  if (!callable.usable) return kImpossible;
  unsigned cost = 1;
  for (const Parameter& parameter : callable.parameters) {
    unsigned least = parameter.nullable ? 0 : kImpossible;
    for (const Source& source : parameter.sources) least = std::min(least, type_cost_[source.type.index()]);
    cost = std::min(kImpossible, cost + least);
  }
  return cost;
}

/// Fixpoint: a type costs what its cheapest producer costs, which costs what its parameters cost.
void TestBuilder::compute_costs() {
  type_cost_.assign(api_.types.size(), kImpossible);
  callable_cost_.assign(api_.callables.size(), kImpossible);
  for (const Type& type : api_.types)
    if (is_literal(type.id)) type_cost_[type.id.index()] = 1;
  for (bool changed = true; changed;) {
    changed = false;
    for (const Callable& callable : api_.callables) {
      const unsigned cost = cost_of(callable);
      if (cost < callable_cost_[callable.id.index()]) {
        callable_cost_[callable.id.index()] = cost;
        changed = true;
      }
      if (callable.result && cost < type_cost_[callable.result->index()]) {
        type_cost_[callable.result->index()] = cost;
        changed = true;
      }
    }
  }
}

bool TestBuilder::can_make(CallableId callable) const { return callable_cost_[callable.index()] < kImpossible; }

StatementIndex TestBuilder::append_call(TestCase& test, CallableId callable) { return append_call(test, callable, 0); }

StatementIndex TestBuilder::append_literal(TestCase& test, TypeId id) {
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
    statement.count = static_cast<std::uint32_t>(random_.chance(0.8) ? 1 + random_.below(4) : random_.below(33));
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
std::optional<CallableId> TestBuilder::literal_producer(const std::vector<CallableId>& producers) {
  candidate_ids_.clear();
  for (const CallableId id : producers)
    if (api_[id].kind == CallableKind::kConversion && callable_cost_[id.index()] < kImpossible)
      candidate_ids_.push_back(id);
  if (candidate_ids_.empty()) return std::nullopt;
  return random_.pick(candidate_ids_);
}

StatementIndex TestBuilder::append_variable(TestCase& test, TypeId type, unsigned depth) {
  if (is_literal(type)) return append_literal(test, type);
  const auto& producers = api_.producers[type.index()];
  // Near the depth limit only the cheapest will do; before it, cheap ones are likelier (best of two draws).
  CallableId best = producers.front();
  const auto cost = [&](CallableId id) { return callable_cost_[id.index()]; };
  if (depth >= kMaxDepth || random_.chance(0.3)) {
    for (const CallableId id : producers)
      if (cost(id) < cost(best)) best = id;
  } else if (const auto plain = literal_producer(producers); plain && random_.chance(0.8)) {
    best = *plain;
  } else {
    best = random_.pick(producers);
    if (const CallableId other = random_.pick(producers); cost(other) < cost(best)) best = other;
    for (int tries = 0; cost(best) >= kImpossible && tries < 8; ++tries) best = random_.pick(producers);
    if (cost(best) >= kImpossible || cost(best) > 30)
      for (const CallableId id : producers)
        if (cost(id) < cost(best)) best = id;
  }
  return append_call(test, best, depth + 1);
}

/// A new object that nothing else owns; what a getter returns belongs to somebody already.
StatementIndex TestBuilder::append_owned(TestCase& test, TypeId type, unsigned depth) {
  candidate_ids_.clear();
  for (const CallableId id : api_.producers[type.index()]) {
    const CallableKind kind = api_[id].kind;
    if ((kind == CallableKind::kConstructor || kind == CallableKind::kVariable || kind == CallableKind::kStub) &&
        can_make(id))
      candidate_ids_.push_back(id);
  }
  if (candidate_ids_.empty()) return append_variable(test, type, depth);
  return append_call(test, random_.pick(candidate_ids_), depth + 1);
}

StatementIndex TestBuilder::append_call(TestCase& test, CallableId id, unsigned depth) {
  const Callable& callable = api_[id];
  Argument arguments[64];
  const std::size_t count = std::min<std::size_t>(callable.parameters.size(), 64);
  for (std::size_t i = 0; i < count; ++i) {
    const auto& length_of = callable.parameters[i].length_of;
    if (length_of && arguments[*length_of].mode == PassMode::kBuffer &&
        (random_.chance(0.9) || callable.kind == CallableKind::kConversion))
      arguments[i] = {arguments[*length_of].source, PassMode::kLength, kNoCast};
    else
      arguments[i] = fill(test, callable.parameters[i], depth);
  }
  Statement statement;
  statement.kind = StatementKind::kCall;
  statement.callable = id;
  if (callable.result) statement.type = *callable.result;
  statement.first = static_cast<std::uint32_t>(test.arguments.size());
  statement.count = static_cast<std::uint32_t>(count);
  test.arguments.insert(test.arguments.end(), arguments, arguments + count);
  test.statements.push_back(statement);
  return StatementIndex(test.size() - 1);
}

bool TestBuilder::reuse(const TestCase& test, const Parameter& parameter, Argument& argument) {
  candidates_.clear();
  for (std::size_t i = 0; i < test.size(); ++i) {
    const Statement& statement = test.statements[i];
    if (statement.kind == StatementKind::kCall && !api_[statement.callable].result) continue;
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

Argument TestBuilder::fresh(TestCase& test, const Parameter& parameter, unsigned depth) {
  // Sources are ordered best first: halve the chance with each step down the list.
  const Source* chosen = nullptr;
  for (const Source& source : parameter.sources) {
    // A length comes with its buffer, in the same call, or it is a number like any other.
    if (type_cost_[source.type.index()] >= kImpossible || source.mode == PassMode::kLength) continue;
    const double step = depth >= kMaxDepth ? 0.0 : chosen != nullptr && is_literal(chosen->type) ? 0.15 : 0.4;
    if (chosen == nullptr || random_.chance(step)) {
      if (chosen != nullptr && depth >= 2 && type_cost_[source.type.index()] > type_cost_[chosen->type.index()])
        continue;
      chosen = &source;
    }
  }
  if (depth >= kMaxDepth)
    for (const Source& source : parameter.sources)
      if (chosen != nullptr && source.mode != PassMode::kLength &&
          type_cost_[source.type.index()] < type_cost_[chosen->type.index()])
        chosen = &source;
  if (chosen == nullptr) return {};
  const StatementIndex made =
      parameter.owns ? append_owned(test, chosen->type, depth) : append_variable(test, chosen->type, depth);
  return {made, chosen->mode, chosen->cast};
}

Argument TestBuilder::fill(TestCase& test, const Parameter& parameter, unsigned depth) {
  const bool is_object = !parameter.sources.empty() && !is_literal(parameter.sources.front().type) &&
                         !literal_producer(api_.producers[parameter.sources.front().type.index()]);
  Argument argument;
  if (parameter.nullable && random_.chance(parameter.sources.empty() ? 1.0 : 0.12)) return argument;
  if (!parameter.owns && random_.chance(is_object ? 0.75 : 0.2) && reuse(test, parameter, argument)) return argument;
  argument = fresh(test, parameter, depth);
  if (argument.mode == PassMode::kNull && !parameter.nullable) (void)reuse(test, parameter, argument);
  return argument;
}

StatementIndex TestBuilder::copy_literal(const TestCase& from, const Statement& statement, TestCase& to) {
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

StatementIndex TestBuilder::copy(const TestCase& from, std::size_t i, TestCase& to, std::vector<std::uint32_t>& map,
                                 bool deep) {
  const Statement& statement = from.statements[i];
  if (statement.kind != StatementKind::kCall) {
    const StatementIndex made = copy_literal(from, statement, to);
    map[i] = made.value;
    return made;
  }
  const Callable& callable = api_[statement.callable];
  // On top of those of calls that are being copied further out: they wait until what they use has been copied.
  const std::size_t base = copied_.size();
  copied_.resize(base + statement.count);
  for (std::size_t k = 0; k < statement.count; ++k) {
    Argument argument = from.arguments[statement.first + k];
    if (argument.mode != PassMode::kNull) {
      if (map[argument.source.index()] == kNotCopied && deep && to.size() < kMaxStatements)
        (void)copy(from, argument.source.index(), to, map, deep);
      if (map[argument.source.index()] != kNotCopied) {
        argument.source = StatementIndex(map[argument.source.index()]);
      } else {
        const auto& length_of = callable.parameters[k].length_of;
        if (length_of && argument.mode == PassMode::kLength && copied_[base + *length_of].mode == PassMode::kBuffer)
          argument = {copied_[base + *length_of].source, PassMode::kLength, kNoCast};
        else
          argument = fill(to, callable.parameters[k], 1);
      }
    }
    copied_[base + k] = argument;
  }
  Statement made = statement;
  made.first = static_cast<std::uint32_t>(to.arguments.size());
  to.arguments.insert(to.arguments.end(), copied_.begin() + static_cast<std::ptrdiff_t>(base), copied_.end());
  copied_.resize(base);
  to.statements.push_back(made);
  map[i] = static_cast<std::uint32_t>(to.size() - 1);
  return StatementIndex(to.size() - 1);
}

void TestBuilder::copy_range(const TestCase& from, std::size_t first, std::size_t last, TestCase& to, bool deep) {
  for (std::size_t i = first; i < last; ++i)
    if (map_[i] == kNotCopied && to.size() < kMaxStatements) (void)copy(from, i, to, map_, deep);
}

void TestBuilder::remove(const TestCase& test, std::size_t at, TestCase& out) {
  out.clear();
  map_.assign(test.size(), kNotCopied);
  copy_range(test, 0, at, out, false);
  copy_range(test, at + 1, test.size(), out, false);
}

void TestBuilder::insert(const TestCase& test, std::size_t at, CallableId callable, TestCase& out) {
  out.clear();
  map_.assign(test.size(), kNotCopied);
  copy_range(test, 0, at, out, false);
  if (out.size() + 4 < kMaxStatements) (void)append_call(out, callable, 0);
  copy_range(test, at, test.size(), out, false);
}

void TestBuilder::cross(const TestCase& a, std::size_t cut_a, const TestCase& b, std::size_t cut_b, TestCase& out) {
  out.clear();
  map_.assign(a.size(), kNotCopied);
  copy_range(a, 0, cut_a, out, false);
  map_.assign(b.size(), kNotCopied);
  // Half of the time the second half finds its objects among the first half's; else it brings its own along.
  copy_range(b, cut_b, b.size(), out, random_.chance(0.5));
}

void TestBuilder::change_literal(const TestCase& test, const Statement& statement, TestCase& out) {
  Statement made = statement;
  const Type& type = api_[statement.type];
  if (statement.kind == StatementKind::kScalar) {
    made.bits = changed_scalar(type, statement.bits, pool_, random_);
  } else if (statement.kind == StatementKind::kText) {
    scratch_.assign(test.text_of(statement));
    if (random_.chance(0.05)) scratch_.clear();
    change_text(scratch_, pool_, random_);
    made.first = static_cast<std::uint32_t>(out.bytes.size());
    made.count = static_cast<std::uint32_t>(scratch_.size());
    out.bytes += scratch_;
  } else {
    made.first = static_cast<std::uint32_t>(out.numbers.size());
    const auto numbers = test.numbers_of(statement);
    out.numbers.insert(out.numbers.end(), numbers.begin(), numbers.end());
    const Type& element = api_[type.element];
    if (random_.chance(0.3) && made.count < 256)
      out.numbers.push_back(fresh_scalar(element, pool_, random_));
    else if (random_.chance(0.2) && made.count > 0)
      out.numbers.pop_back();
    else if (made.count > 0) {
      auto& number = out.numbers[made.first + random_.below(made.count)];
      number = changed_scalar(element, number, pool_, random_);
    }
    made.count = static_cast<std::uint32_t>(out.numbers.size()) - made.first;
  }
  out.statements.push_back(made);
}

bool TestBuilder::change_call(const TestCase& test, const Statement& statement, TestCase& out,
                              std::vector<std::uint32_t>& map) {
  const Callable& callable = api_[statement.callable];
  const std::size_t at = static_cast<std::size_t>(&statement - test.statements.data());
  if (callable.result && random_.chance(0.4)) {
    // Another call with the same result.
    const auto& producers = api_.producers[callable.result->index()];
    const CallableId other = producers.empty() ? statement.callable : random_.pick(producers);
    if (can_make(other)) {
      map[at] = append_call(out, other, 1).value;
      return true;
    }
  }
  if (statement.count == 0) return false;
  const std::size_t changed = random_.below(statement.count);
  const StatementIndex copied = copy(test, at, out, map, false);
  // The statement is last: take it off, refill one argument in front of it, put it back.
  Statement made = out.statements[copied.index()];
  std::vector<Argument> arguments(out.arguments.begin() + made.first, out.arguments.begin() + made.first + made.count);
  out.statements.pop_back();
  out.arguments.resize(made.first);
  const Parameter& parameter = callable.parameters[changed];
  if (!(parameter.length_of && random_.chance(0.7))) arguments[changed] = fill(out, parameter, 1);
  for (std::size_t k = 0; k < arguments.size(); ++k) {
    const auto& length_of = callable.parameters[k].length_of;
    if (length_of && *length_of == changed && arguments[changed].mode == PassMode::kBuffer)
      arguments[k] = {arguments[changed].source, PassMode::kLength, kNoCast};
    if (length_of && *length_of == changed && arguments[changed].mode != PassMode::kBuffer &&
        arguments[k].mode == PassMode::kLength && callable.kind != CallableKind::kConversion)
      arguments[k] = fill(out, callable.parameters[k], 1);
  }
  made.first = static_cast<std::uint32_t>(out.arguments.size());
  out.arguments.insert(out.arguments.end(), arguments.begin(), arguments.end());
  out.statements.push_back(made);
  map[at] = static_cast<std::uint32_t>(out.size() - 1);
  return true;
}

void TestBuilder::change(const TestCase& test, std::size_t at, TestCase& out) {
  out.clear();
  map_.assign(test.size(), kNotCopied);
  copy_range(test, 0, at, out, false);
  const Statement& statement = test.statements[at];
  if (statement.kind != StatementKind::kCall) {
    change_literal(test, statement, out);
    map_[at] = static_cast<std::uint32_t>(out.size() - 1);
  } else if (!change_call(test, statement, out, map_)) {
    (void)copy(test, at, out, map_, false);
  }
  copy_range(test, at + 1, test.size(), out, false);
}

void TestBuilder::prune(const TestCase& test, TestCase& out) const {
  std::vector<bool> used(test.size(), false);
  for (std::size_t i = test.size(); i-- > 0;) {
    const Statement& statement = test.statements[i];
    const bool only_makes = statement.kind != StatementKind::kCall ||
                            api_[statement.callable].kind == CallableKind::kCallback ||
                            (api_[statement.callable].kind == CallableKind::kVariable && statement.count == 0);
    if (!only_makes) used[i] = true;
    if (!used[i] || statement.kind != StatementKind::kCall) continue;  // a literal has no arguments
    for (const Argument& argument : test.arguments_of(statement))
      if (argument.mode != PassMode::kNull) used[argument.source.index()] = true;
  }
  copy_used(test, used, out);
}

void TestBuilder::slice(const TestCase& test, std::size_t root, TestCase& out) const {
  std::vector<bool> used(test.size(), false);
  used[root] = true;
  const auto touches = [&](const Statement& statement) {
    const Callable& callable = api_[statement.callable];
    if (callable.kind == CallableKind::kMethod && !callable.mutates_object) return false;
    return std::ranges::any_of(test.arguments_of(statement), [&](const Argument& argument) {
      return argument.mode != PassMode::kNull && used[argument.source.index()] &&
             test[argument.source].kind == StatementKind::kCall;
    });
  };
  // Backwards, so that a statement is looked at when all that follows it in the slice is known.
  for (std::size_t i = root + 1; i-- > 0;) {
    const Statement& statement = test.statements[i];
    if (statement.kind != StatementKind::kCall) continue;
    if (!used[i]) used[i] = touches(statement);
    if (!used[i]) continue;
    for (const Argument& argument : test.arguments_of(statement))
      if (argument.mode != PassMode::kNull) used[argument.source.index()] = true;
  }
  copy_used(test, used, out);
}

/// Only statements whose arguments are used too.
void TestBuilder::copy_used(const TestCase& from, const std::vector<bool>& used, TestCase& to) const {
  to.clear();
  std::vector<std::uint32_t> map(from.size(), kNotCopied);
  auto* self = const_cast<TestBuilder*>(this);
  for (std::size_t i = 0; i < from.size(); ++i)
    if (used[i]) (void)self->copy(from, i, to, map, false);
}

}  // namespace reenact
