#include "testcase/plain_making.h"

#include <algorithm>
#include <compare>
#include <utility>

#include "testcase/append.h"
#include "testcase/contracts.h"
#include "testcase/other_callable.h"
#include "testcase/shrinking.h"
#include "testcase/subset.h"

namespace reenact {
namespace {

constexpr unsigned kDeepest = 3;           // calls that are made for one another
constexpr std::size_t kMakersTried = 400;  // of one type

bool is_made_by_calls(const Type& type) {
  return type.kind == TypeKind::kObject || type.kind == TypeKind::kPointer || type.kind == TypeKind::kCallback;
}

/// Statements `first` and following of `from` behind `to`; what they use of `moved` and following is `shift` further down there.
void append_from(const TestCase& from, std::size_t first, std::size_t moved, std::size_t shift, TestCase& to) {
  for (std::size_t i = first; i < from.size(); ++i) {
    const Statement& statement = from.statements[i];
    if (statement.kind != StatementKind::kCall) {
      (void)copy_literal(from, statement, to);
      continue;
    }
    Statement call = statement;
    call.first = static_cast<std::uint32_t>(to.arguments.size());
    for (Argument argument : from.arguments_of(statement)) {
      if (argument.mode != PassMode::kNull && argument.source.index() >= moved)
        argument.source.value += static_cast<std::uint32_t>(shift);
      to.arguments.push_back(argument);
    }
    to.statements.push_back(call);
  }
}

std::vector<std::size_t> users(const TestCase& test) {
  std::vector<std::size_t> result(test.size(), 0);
  for (const Statement& statement : test.statements)
    for (const Argument& argument : test.arguments_of(statement))
      if (argument.mode != PassMode::kNull) ++result[argument.source.index()];
  return result;
}

/// Which statements of `test` are used, or were not used in `before` either. REQUIRES: both have the same statements.
std::vector<bool> without_orphans(const TestCase& test, const TestCase& before) {
  const std::vector<std::size_t> used_before = users(before);
  std::vector<std::size_t> used = users(test);
  std::vector<bool> keep(test.size(), true);
  for (std::size_t i = test.size(); i-- > 0;) {
    if (used_before[i] == 0 || used[i] > 0) continue;
    keep[i] = false;
    for (const Argument& argument : test.arguments_of(test.statements[i]))
      if (argument.mode != PassMode::kNull) --used[argument.source.index()];
  }
  return keep;
}

/// `all` in ascending order of `size`; what is equal stays in its order.
template <typename T, typename Size>
std::vector<T> smallest_first(std::vector<T> all, const Size& size) {
  std::vector<std::pair<decltype(size(all.front())), std::size_t>> order;
  for (std::size_t i = 0; i < all.size(); ++i) order.emplace_back(size(all[i]), i);
  std::ranges::sort(order);
  std::vector<T> result;
  for (const auto& [unused, i] : order) result.push_back(std::move(all[i]));
  return result;
}

/// How much it takes to make a variable; what counts most comes first. Of two ways with as many statements, `std::string("")` is
/// plainer than `library::to_utf8("")`.
struct Making {
  bool leaves_unset = false;  // what it takes comes after everything else
  std::size_t subject_calls = 0;
  std::size_t deeds = 0;  // of callbacks
  std::size_t statements = 0;
  std::size_t passed = 0;  // arguments, null too
  auto operator<=>(const Making&) const = default;
};

Making making_of(const TestCase& test, const ApiModel& api) {
  Making result{.statements = test.size()};
  for (const Statement& each : test.statements) {
    if (each.kind != StatementKind::kCall) continue;
    const Callable& callable = api[each.callable];
    result.passed += each.count;
    result.leaves_unset = result.leaves_unset || callable.leaves_unset;
    if (is_of_subject(callable)) ++result.subject_calls;
    if (callable.kind == CallableKind::kCallback) result.deeds += deeds_of(callable, api);
  }
  return result;
}

/// The same with "a" for texts, 1 for numbers, and true; nullopt: it has neither.
std::optional<TestCase> with_ones(const TestCase& test, const ApiModel& api) {
  TestCase result = test;
  bool any = false;
  for (Statement& statement : result.statements) {
    if (statement.kind == StatementKind::kText) {
      statement.first = static_cast<std::uint32_t>(result.bytes.size());
      statement.count = 1;
      result.bytes += 'a';
      any = true;
    } else if (const TypeKind kind = api[statement.type].kind;
               statement.kind == StatementKind::kScalar && (kind == TypeKind::kInteger || kind == TypeKind::kBool)) {
      statement.bits = 1;
      any = true;
    }
  }
  return any ? std::optional(result) : std::nullopt;
}

/// Makes variables in the fewest statements.
class PlainMaker {
 public:
  /// `avoids_null`: what may be null is an object all the same, if one can be made.
  explicit PlainMaker(const ApiModel& api, bool avoids_null = false) : api_(api), avoids_null_(avoids_null) {}

  /// The tests that make a variable of `type` as their last statement, shortest first; one of a kind of maker.
  std::vector<TestCase> ways(TypeId type, unsigned depth) const {
    if (!is_made_by_calls(api_[type])) return {literal(type)};
    std::vector<TestCase> result;
    if (depth >= kDeepest) return result;
    const auto& producers = api_.producers[type.index()];
    for (std::size_t i = 0; i < producers.size() && i < kMakersTried; ++i)
      if (auto made = call(producers[i], depth)) result.push_back(std::move(*made));
    return smallest_first(std::move(result), [&](const TestCase& test) { return making_of(test, api_); });
  }

  /// The tests that make a pointer of `type`, as their first statement, and pass its address to a call, which may set it.
  std::vector<TestCase> filled(TypeId type) const {
    std::vector<TestCase> result;
    for (const CallableId id : api_.producers[type.index()]) {
      const Callable& variable = api_[id];
      if (!variable.usable || variable.kind != CallableKind::kVariable || !variable.parameters.empty()) continue;
      for (const Callable& each : api_.callables)
        if (auto test = each.usable ? filled_by(each, type, variable) : std::nullopt)
          result.push_back(std::move(*test));
    }
    return smallest_first(std::move(result), [&](const TestCase& test) { return making_of(test, api_); });
  }

  static bool can_fill(const Parameter& parameter, const Argument& given, const TestCase& test) {
    return given.mode == PassMode::kNull ||
           std::ranges::find(parameter.sources, test[given.source].type, &Source::type) != parameter.sources.end();
  }

  /// Appends what fills `parameter` most plainly to `test`; `before`: what the parameters before it get. nullopt: there is
  /// nothing.
  [[nodiscard]] std::optional<Argument> fill(const Parameter& parameter, const std::vector<Argument>& before,
                                             TestCase& test, unsigned depth) const {
    if (may_measure(parameter) && *parameter.length_of < before.size() &&
        before[*parameter.length_of].mode == PassMode::kBuffer)
      return Argument{before[*parameter.length_of].source, PassMode::kLength, kNoCast};
    if (parameter.belongs_to && *parameter.belongs_to < before.size() &&
        api_[parameter.type].kind == TypeKind::kPointer && can_fill(parameter, before[*parameter.belongs_to], test))
      return before[*parameter.belongs_to];
    std::optional<TestCase> best;
    const Source* from = nullptr;
    for (const Source& source : parameter.sources) {
      if (source.mode == PassMode::kLength) continue;
      if (is_made_by_calls(api_[source.type]) && ((parameter.nullable && !avoids_null_) || (best && best->size() < 2)))
        continue;
      auto made = ways(source.type, depth + 1);
      if (made.empty() || (best && best->size() <= made.front().size())) continue;
      best = std::move(made.front());
      from = &source;
    }
    if (!best) return parameter.nullable && !parameter.nonnull ? std::optional(Argument()) : std::nullopt;
    append_from(*best, 0, 0, test.size(), test);
    return Argument{StatementIndex(test.size() - 1), from->mode, from->cast};
  }

 private:
  [[nodiscard]] std::optional<TestCase> filled_by(const Callable& callable, TypeId type,
                                                  const Callable& variable) const {
    const auto takes_address = [&](const Source& each) { return each.type == type && each.mode == PassMode::kAddress; };
    const auto& parameters = callable.parameters;
    const auto filled = std::ranges::find_if(
        parameters, [&](const Parameter& each) { return std::ranges::any_of(each.sources, takes_address); });
    if (filled == parameters.end()) return std::nullopt;  // before the others are made: an API has thousands of calls
    TestCase test;
    const auto made = append_call(test, api_, variable.id, std::vector<Argument>{});
    if (!made) return std::nullopt;
    const std::uint32_t cast = std::ranges::find_if(filled->sources, takes_address)->cast;
    std::vector<Argument> arguments;
    for (auto each = parameters.begin(); each != parameters.end(); ++each) {
      const auto argument =
          each == filled ? std::optional(Argument{*made, PassMode::kAddress, cast}) : fill(*each, arguments, test, 1);
      if (!argument) return std::nullopt;
      arguments.push_back(*argument);
    }
    if (!append_call(test, api_, callable.id, arguments)) return std::nullopt;
    return test;
  }

  [[nodiscard]] TestCase literal(TypeId id) const {
    const Type& type = api_[id];
    TestCase test;
    if (type.kind == TypeKind::kText) {
      (void)append_text(test, id, "");
    } else if (type.kind == TypeKind::kNumbers) {
      test.statements.push_back({.kind = StatementKind::kNumbers, .type = id});
    } else {
      const bool is_enum = type.kind == TypeKind::kEnum && !type.enumerators.empty();
      (void)append_scalar(test, id, is_enum ? type.enumerators.front().value : 0);
    }
    return test;
  }

  /// A call with the plainest arguments; nullopt: they cannot be made, or the call reads another object's field.
  [[nodiscard]] std::optional<TestCase> call(CallableId id, unsigned depth) const {
    const Callable& callable = api_[id];
    if (!callable.usable || callable.kind == CallableKind::kFieldRead || callable.needs_initialiser)
      return std::nullopt;
    TestCase test;
    std::vector<Argument> arguments;
    for (const Parameter& parameter : callable.parameters) {
      const auto argument = fill(parameter, arguments, test, depth);
      if (!argument) return std::nullopt;
      arguments.push_back(*argument);
    }
    if (!append_call(test, api_, id, arguments)) return std::nullopt;
    return test;
  }

  const ApiModel& api_;
  bool avoids_null_;
};

/// `with_others`: also of texts and numbers that are not empty.
std::vector<PlainSource> sources_by(const PlainMaker& maker, const ApiModel& api, const Parameter& parameter,
                                    std::size_t most, bool with_others) {
  std::vector<PlainSource> result;
  constexpr std::size_t kOfOneType = 4;
  for (const Source& source : parameter.sources) {
    if (source.mode == PassMode::kLength) continue;
    std::vector<TestCase> ways = maker.ways(source.type, 0);
    for (std::size_t i = 0; i < ways.size() && i < kOfOneType; ++i) {
      const Argument argument{StatementIndex(ways[i].size() - 1), source.mode, source.cast};
      auto ones = with_others ? with_ones(ways[i], api) : std::nullopt;
      result.push_back({std::move(ways[i]), argument});
      if (ones) result.push_back({std::move(*ones), argument});
    }
  }
  result = smallest_first(std::move(result), [&](const PlainSource& each) { return making_of(each.made, api); });
  if (result.size() > most) result.resize(most);
  return result;
}

}  // namespace

std::vector<PlainSource> plain_sources(const ApiModel& api, const Parameter& parameter, std::size_t most) {
  return sources_by(PlainMaker(api), api, parameter, most, true);
}

std::vector<PlainSource> plain_sources_without_null(const ApiModel& api, const Parameter& parameter, std::size_t most) {
  return sources_by(PlainMaker(api, true), api, parameter, most, false);
}

std::vector<PlainSource> filled_sources(const ApiModel& api, const Parameter& parameter, std::size_t most) {
  std::vector<PlainSource> result;
  const PlainMaker maker(api);
  for (const Source& source : parameter.sources)
    if (source.mode == PassMode::kLoad && api[source.type].kind == TypeKind::kPointer)
      for (TestCase& each : maker.filled(source.type))
        result.push_back({std::move(each), {StatementIndex(0U), source.mode, source.cast}});
  if (result.size() > most) result.resize(most);
  return result;
}

std::optional<TestCase> raw_way(const ApiModel& api, TypeId type) {
  for (const CallableId id : api.producers[type.index()]) {
    if (!api[id].usable || !api[id].needs_initialiser || !api[id].parameters.empty()) continue;
    TestCase zeros;
    if (append_call(zeros, api, id, std::vector<Argument>{})) return zeros;
  }
  return std::nullopt;
}

std::optional<PlainSource> raw_source(const ApiModel& api, const Parameter& parameter) {
  for (const Source& source : parameter.sources)
    if (auto zeros = raw_way(api, source.type))
      return PlainSource{std::move(*zeros), {StatementIndex(0U), source.mode, source.cast}};
  return std::nullopt;
}

std::vector<TestCase> plain_ways(const ApiModel& api, TypeId type, std::size_t most) {
  std::vector<TestCase> result = PlainMaker(api).ways(type, 0);
  if (result.size() > most) result.resize(most);
  return result;
}

StatementIndex append_made(TestCase& test, const PlainSource& source) {
  const std::size_t before = test.size();
  append_from(source.made, 0, 0, before, test);
  return StatementIndex(before + source.argument.source.index());
}

std::optional<TestCase> with_made(const TestCase& test, std::size_t at, const TestCase& made, const ApiModel& api) {
  TestCase freed = test;
  for (std::size_t k = 0; k < test.statements[at].count; ++k) freed.arguments[test.statements[at].first + k] = {};
  const std::vector<bool> keep = without_orphans(freed, test);
  const auto place =
      static_cast<std::size_t>(std::count(keep.begin(), keep.begin() + static_cast<std::ptrdiff_t>(at), true));
  TestCase rest, result;
  keep_only(freed, keep, rest);
  std::vector<bool> head(rest.size(), false);
  std::fill_n(head.begin(), place, true);
  keep_only(rest, head, result);
  append_from(made, 0, 0, place, result);
  append_from(rest, place + 1, place, made.size() - 1, result);
  const bool fits =
      test.statements[at].type == made.statements.back().type || fit_users(result, place + made.size() - 1, api);
  return fits ? std::optional(std::move(result)) : std::nullopt;
}

TestCase with_argument(const TestCase& test, std::size_t at, std::size_t k, const Argument& argument) {
  TestCase changed = test;
  changed.arguments[changed.statements[at].first + k] = argument;
  TestCase result;
  keep_only(changed, without_orphans(changed, test), result);
  return result;
}

TestCase with_source(const TestCase& test, std::size_t at, std::size_t k, const PlainSource& source,
                     const ApiModel& api) {
  const Statement& call = test.statements[at];
  const Argument old = test.arguments[call.first + k];
  // What gets the new source: the argument, and the length that came with the old one.
  std::vector<std::size_t> lengths;
  TestCase freed = test;
  freed.arguments[call.first + k] = {};
  for (std::size_t other = 0; other < call.count; ++other) {
    Argument& each = freed.arguments[call.first + other];
    if (each.mode != PassMode::kLength || each.source != old.source ||
        api[call.callable].parameters[other].length_of != k)
      continue;
    each = {};
    lengths.push_back(other);
  }
  const std::vector<bool> keep = without_orphans(freed, test);
  TestCase rest, result;
  keep_only(freed, keep, rest);
  const auto place =
      static_cast<std::size_t>(std::count(keep.begin(), keep.begin() + static_cast<std::ptrdiff_t>(at), true));
  std::vector<bool> head(rest.size(), false);
  std::fill_n(head.begin(), place, true);
  keep_only(rest, head, result);
  append_from(source.made, 0, 0, place, result);
  append_from(rest, place, place, source.made.size(), result);
  const Statement& moved = result.statements[place + source.made.size()];
  const StatementIndex made(place + source.made.size() - 1);
  result.arguments[moved.first + k] = {made, source.argument.mode, source.argument.cast};
  for (const std::size_t other : lengths) result.arguments[moved.first + other] = {made, PassMode::kLength, kNoCast};
  return result;
}

std::optional<TestCase> with_call(const TestCase& test, std::size_t at, CallableId other,
                                  const std::vector<KeptArgument>& kept, const ApiModel& api) {
  TestCase freed = test;
  Statement& old = freed.statements[at];
  for (std::size_t i = 0; i < old.count; ++i)
    if (Argument& each = freed.arguments[old.first + i];
        std::ranges::none_of(kept, [&](const KeptArgument& taken) { return taken.argument.source == each.source; }))
      each = {};
  std::vector<bool> keep = without_orphans(freed, test);
  const auto kept_before = [&](std::size_t end) {
    return static_cast<std::size_t>(std::count(keep.begin(), keep.begin() + static_cast<std::ptrdiff_t>(end), true));
  };
  const std::size_t place = kept_before(at);
  TestCase rest, result;
  keep_only(freed, keep, rest);
  std::vector<bool> head(rest.size(), false);
  std::fill_n(head.begin(), place, true);
  keep_only(rest, head, result);
  const PlainMaker maker(api);
  std::vector<Argument> arguments;
  for (std::size_t i = 0; i < api[other].parameters.size(); ++i) {
    const auto taken = std::ranges::find(kept, i, &KeptArgument::parameter);
    const std::optional<Argument> argument = taken == kept.end()
                                                 ? maker.fill(api[other].parameters[i], arguments, result, 0)
                                                 : Argument{StatementIndex(kept_before(taken->argument.source.index())),
                                                            taken->argument.mode, taken->argument.cast};
    if (!argument) return std::nullopt;
    arguments.push_back(*argument);
  }
  if (!append_call(result, api, other, arguments)) return std::nullopt;
  append_from(rest, place + 1, place, result.size() - (place + 1), result);
  return result;
}

}  // namespace reenact
