// How far the state that a draft asks for is from what comes new out of a constructor.
//
//   wanted:  head == length - 2 && tail < length && head + 2 <= tail         new:  head == 0 && tail == 0 && length == n + 1
//   least |head - 0| + |tail - 0| for which all of it holds: 3, with n == 2, head == 1 and tail == 2
//
// Calls change most numbers by one, so this is about how many calls are missing. A number that starts again at 0 makes it wrong: it
// orders the drafts and leaves none out. No solver is asked: from each new state, numbers of a condition that does not hold are
// made one greater or less until all conditions hold. That gives the least distance, as one of these numbers has to change.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <span>

#include "strategy/backward/composer.h"

namespace reenact::backward {
namespace {

constexpr std::size_t kFarthest = 12;       // that is told from farther ones
constexpr std::size_t kMostPoints = 600;    // that are looked at
constexpr std::size_t kMakers = 3;          // of a type that are looked at
constexpr std::size_t kStepsPerMaker = 24;  // pieces of paths
constexpr std::size_t kMostMakers = 3;      // one for what another is made of
constexpr std::size_t kMostStates = 8;
constexpr std::size_t kMostFields = 12;
constexpr std::uint64_t kElement = 4;  // bytes by which the distance of two pointers changes
constexpr std::array<std::uint64_t, 5> kArguments{1, 2, 3, 4, 0};  // of makers

}  // namespace

std::size_t Composer::distance_to_new(const Draft& draft) {
  std::size_t sum = 0;
  for (const Wanted& wanted : draft.wanted) sum += distance_to_new(draft, wanted);
  return sum;
}

/// What a draft reads of the object, at known offsets, and of what its pointers lead to. What is new has addresses that nothing from before
/// has: of a pointer it counts whether it is null, or how far it is from another one in its object (`end - begin`).
Composer::Fields Composer::fields_of(const Draft& draft, const Wanted& wanted) {
  Memory& memory = workshop_.memory();
  Fields fields;
  std::unordered_map<Expr, std::string> names;
  std::map<std::string, Expr> first_pointers;  // by the object that they are in
  constexpr std::uint64_t kSomewhere = 0x7000'0000;
  const auto add = [&](const std::string& name, Expr value) {
    const Expr symbol = e_.symbol(fmt::format("new {}", name), e_.width(value));
    fields.all.push_back({value, symbol});
    return symbol;
  };
  for (const Clause& clause : draft.clauses)
    for (const Expr read : memory.reads_in(clause.condition)) {  // inner ones first
      if (memory.is_size(read) || memory.is_freed_read(read) || e_.width(read) > 64 || names.contains(read)) continue;
      std::string object;
      std::int64_t offset = 0;
      if (const auto in_wanted = distance(e_, wanted.address, e_[read].b())) {
        offset = *in_wanted;
      } else {
        const Sum sum = sum_of(e_, e_[read].b());
        if (sum.terms.size() != 1 || sum.terms.begin()->second != 1) continue;
        const auto pointer = names.find(sum.terms.begin()->first);
        if (pointer == names.end()) continue;
        object = pointer->second + "->";
        offset = static_cast<std::int64_t>(sum.constant);
      }
      const std::string name = fmt::format("{}{}, {} bits", object, offset, e_.width(read));
      names.emplace(read, name);
      const std::string_view type = accessed_type(memory.tag_of(read));
      if (type == "vtable pointer" || fields.all.size() >= kMostFields) continue;
      if (type != "any pointer") {
        fields.values[read] = add(name, read);
      } else if (const auto [first, is_first] = first_pointers.try_emplace(object, read); is_first) {
        const Expr zero = e_.constant(0, 64), is_null = e_.make(Op::kEq, read, zero);
        const Expr null = add("null " + name, e_.ite(is_null, e_.constant(1, 8), e_.constant(0, 8)));
        const Expr place = e_.constant(kSomewhere * names.size(), 64);
        fields.values[read] = e_.ite(e_.make(Op::kEq, null, e_.constant(0, 8)), place, zero);
      } else {
        const Expr behind =
            add(fmt::format("{} from {}", name, names.at(first->second)), e_.make(Op::kSub, read, first->second));
        fields.values[read] = e_.make(Op::kAdd, fields.values.at(first->second), behind);
      }
    }
  return fields;
}

/// All ways to make what a draft wants with makers alone, of objects that are new themselves.
void Composer::make_new(const Draft& draft, std::vector<std::vector<Expr>>& conditions) {
  if (conditions.size() >= kMostStates) return;
  if (draft.wanted.empty()) {
    std::vector<Expr>& all = conditions.emplace_back();
    for (const Clause& clause : draft.clauses) all.push_back(clause.condition);
    return;
  }
  if (draft.calls.size() >= kMostMakers) return;
  const Wanted wanted = draft.wanted.back();
  for (const Source& source : wanted.parameter->sources) {
    const TypeKind kind = api_[source.type].kind;
    if (kind != TypeKind::kObject && kind != TypeKind::kPointer) continue;
    std::size_t makers = 0;
    for (const CallableId id : api_.producers[source.type.index()]) {
      const Callable& maker = api_[id];
      // A copy is no further than what it is copied from.
      const bool copies = std::ranges::any_of(
          maker.parameters, [&](const Parameter& each) { return each.type == wanted.parameter->type; });
      // What a parser makes is no simple matter.
      const bool parses = std::ranges::any_of(maker.parameters, [&](const Parameter& each) {
        return !each.sources.empty() && api_[each.sources.front().type].kind == TypeKind::kText;
      });
      Candidate candidate;
      candidate.callable = id;
      if (!maker.usable || copies || parses || !calls_in_front_.begin(candidate, draft) || ++makers > kMakers) continue;
      while (candidate.progress->steps < kStepsPerMaker) {
        const auto before = calls_in_front_.next(candidate, draft, kStepsPerMaker - candidate.progress->steps, stop_);
        if (!before) break;
        make_new(*before, conditions);
      }
    }
  }
}

const std::set<Composer::Point>& Composer::new_points(const Wanted& wanted, const Fields& fields) {
  std::pair<TypeId, std::vector<Expr>> key{wanted.parameter->type, {}};
  for (const Field& field : fields.all) key.second.push_back(field.symbol);
  const auto [at, is_new] = new_points_.try_emplace(std::move(key));
  if (!is_new) return at->second;
  Draft draft{.clauses = {}, .calls = {}, .wanted = {wanted}, .objects = wanted.object + 1};
  std::set<symbolic::SymbolId> symbols;
  for (const Field& field : fields.all) {
    draft.clauses.push_back({e_.make(Op::kEq, field.value, field.symbol), Asked::kWanted, nullptr, 0});
    symbols.insert(e_.symbol_of(field.symbol));
  }
  std::vector<std::vector<Expr>> all;
  make_new(draft, all);
  for (const std::vector<Expr>& conditions : all) {
    std::set<symbolic::SymbolId> arguments;
    for (const Expr condition : conditions)
      for (const symbolic::SymbolId each : symbolic::symbols_of(e_, condition))
        if (const auto symbol = e_.symbol(each);
            symbol.index_width == 0 && symbol.width >= 8 && symbol.width <= 64 && !symbols.contains(each))
          arguments.insert(each);
    for (const std::uint64_t number : std::span(kArguments).first(arguments.empty() ? 1 : kArguments.size())) {
      std::vector<Expr> query = conditions;
      for (const symbolic::SymbolId each : arguments) {
        const auto symbol = e_.symbol(each);
        query.push_back(e_.make(Op::kEq, e_.symbol(symbol.path, symbol.width), e_.constant(number, symbol.width)));
      }
      const solver::Answer answer = workshop_.solver().check(query);
      const auto* const can = std::get_if<solver::Satisfiable>(&answer);
      if (can == nullptr) continue;
      Point point;
      for (const Field& field : fields.all)
        point.push_back(static_cast<std::uint64_t>(can->model.value(e_.symbol_of(field.symbol))));
      at->second.insert(std::move(point));
    }
  }
  return at->second;
}

/// The draft's conditions that speak of nothing but the fields, about their symbols.
std::vector<Composer::FieldCondition> Composer::conditions_of(const Draft& draft, const Fields& fields) {
  std::map<symbolic::SymbolId, std::size_t> numbers;
  for (std::size_t i = 0; i < fields.all.size(); ++i) numbers[e_.symbol_of(fields.all[i].symbol)] = i;
  std::vector<FieldCondition> result;
  for (const Clause& clause : draft.clauses) {
    if (std::ranges::none_of(workshop_.memory().reads_in(clause.condition),
                             [&](Expr read) { return fields.values.contains(read); }))
      continue;
    const Expr condition = symbolic::substitute(e_, clause.condition, fields.values);
    FieldCondition each{condition, {}};
    bool is_known = true;
    for (const symbolic::SymbolId symbol : symbolic::symbols_of(e_, condition)) {
      const auto number = numbers.find(symbol);
      is_known = is_known && number != numbers.end();
      if (number != numbers.end()) each.fields.push_back(number->second);
    }
    if (is_known && !each.fields.empty()) result.push_back(std::move(each));
  }
  return result;
}

std::size_t Composer::distance_to_new(const Draft& draft, const Wanted& wanted) {
  const Fields fields = fields_of(draft, wanted);
  if (fields.all.empty()) return 0;
  const std::vector<FieldCondition> conditions = conditions_of(draft, fields);
  const auto violated = [&](const Point& point) {
    symbolic::Assignment values;
    for (std::size_t i = 0; i < point.size(); ++i) values.values[e_.symbol_of(fields.all[i].symbol)] = point[i];
    symbolic::Evaluator evaluate(e_, values);
    return std::ranges::find_if(conditions,
                                [&](const FieldCondition& each) { return !evaluate.holds(each.condition); });
  };
  const std::set<Point>& start = new_points(wanted, fields);
  // Counts and positions get no less than 0 in what calls make, if they were not when it was new.
  std::vector<std::int64_t> least(fields.all.size());
  const auto as_signed = [&](std::uint64_t value, Expr symbol) {
    return static_cast<std::int64_t>(symbolic::as_signed(value, e_.width(symbol)));
  };
  for (const Point& point : start)
    for (std::size_t i = 0; i < point.size(); ++i)
      least[i] = std::min(least[i], as_signed(point[i], fields.all[i].symbol));
  std::vector<Point> level(start.begin(), start.end());
  std::set<Point> seen = start;
  std::size_t steps = 0;
  for (; steps < kFarthest && !level.empty() && seen.size() < kMostPoints; ++steps) {
    std::vector<Point> next;
    for (const Point& point : level) {
      const auto wrong = violated(point);
      if (wrong == conditions.end()) return steps;
      for (const std::size_t field : wrong->fields) {
        const Expr symbol = fields.all[field].symbol;
        const std::uint64_t one = e_.is(fields.all[field].value, Op::kSub) ? kElement : 1;
        const auto mask = static_cast<std::uint64_t>(symbolic::ones(e_.width(symbol)));
        for (const std::uint64_t change : {one, -one}) {
          Point other = point;
          other[field] = (other[field] + change) & mask;
          if (as_signed(other[field], symbol) < least[field]) continue;
          if (seen.insert(other).second) next.push_back(std::move(other));
        }
      }
    }
    level = std::move(next);
  }
  return level.empty() ? kFarthest : steps;
}

}  // namespace reenact::backward
