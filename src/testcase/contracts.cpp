#include "testcase/contracts.h"

#include <algorithm>

#include "base/text.h"
#include "testcase/contract_format.h"
#include "testcase/extents.h"
#include "testcase/field_lengths.h"
#include "testcase/keeping.h"

namespace reenact {
namespace {

/// `item* i = nullptr;`
bool makes_null(const Callable& callable) {
  return callable.kind == CallableKind::kVariable && callable.expression == "nullptr";
}

/// Does the call take a block that `free` may get later? Not one whose length it is told: that is a buffer.
bool may_keep_block(const Callable& callable, std::uint32_t k) {
  const auto is_its_length = [&](const Parameter& each) { return each.length_of == k; };
  return callable.parameters[k].may_keep_block && std::ranges::none_of(callable.parameters, is_its_length);
}

/// Walks through a test once; what is broken goes to `found`, until that says false.
template <typename Found>
class Walk {
 public:
  Walk(const TestCase& test, const ApiModel& api, const Found& found)
      : test_(test),
        api_(api),
        found_(found),
        gone_(test.size()),
        changed_(test.size()),
        handed_over_(test.size()),
        raw_(test.size()),
        null_(test.size()),
        at_end_(test.size()),
        is_empty_(test.size()),
        has_free_(std::ranges::any_of(test.statements, [&](const Statement& each) {
          return each.kind == StatementKind::kCall && api[each.callable].frees_items;
        })) {}

  void run() {
    for (std::size_t i = 0; i < test_.size() && !over_; ++i) {
      const Statement& statement = test_.statements[i];
      if (statement.kind != StatementKind::kCall) continue;
      const Callable& callable = api_[statement.callable];
      for (std::uint32_t k = 0; k < statement.count && !over_; ++k) check(i, callable, k);
      check_field_lengths(i, statement);
      if (callable.length_of_field || callable.length_at_end) field_lengths_.push_back(i);
      if (writes_what_is_the_librarys(test_, api_, statement)) tell(Contract::kForged, i, 0);
      for (std::uint32_t k = 0; k < statement.count; ++k) leave(callable, k, argument(i, k));
      if (callable.ends_iterators && statement.count > 0 && argument(i, 0).mode != PassMode::kNull)
        changed_[argument(i, 0).source.index()] = i;
      raw_[i] = callable.needs_initialiser;
      null_[i] = makes_null(callable);
      is_empty_[i] = callable.kind == CallableKind::kVariable ||
                     (callable.kind == CallableKind::kConstructor && statement.count == 0);
      at_end_[i] = callable.range_end == RangeEnd::kMakes ||
                   (callable.range_end == RangeEnd::kBegins && is_empty(argument(i, 0)));
    }
    if (over_) return;
    for (const EarlyEnd& each : early_ends(test_, api_)) {
      tell(Contract::kKept, each.user.value_or(each.registration), each.parameter);
      if (over_) return;
    }
  }

 private:
  [[nodiscard]] const Argument& argument(std::size_t i, std::size_t k) const {
    return test_.arguments[test_.statements[i].first + k];
  }
  void tell(Contract what, std::size_t call, std::uint32_t parameter) {
    over_ = over_ || !found_(BrokenContract{what, StatementIndex(call), parameter});
  }

  void check_null(const Parameter& parameter, std::size_t i, std::uint32_t k) {
    if (parameter.nonnull) tell(Contract::kNull, i, k);
    if (parameter.shown) tell(Contract::kShown, i, k);
  }

  void check(std::size_t i, const Callable& callable, std::uint32_t k) {
    const Parameter& parameter = callable.parameters[k];
    const Argument& given = argument(i, k);
    if (given.mode == PassMode::kNull) {
      check_null(parameter, i, k);
      // Null ends a range that null begins.
      if (parameter.belongs_to && argument(i, *parameter.belongs_to).mode != PassMode::kNull)
        tell(Contract::kIterator, i, k);
    } else if (given.mode != PassMode::kLength) {
      const std::size_t source = given.source.index();
      if (given.mode == PassMode::kLoad && null_[source]) check_null(parameter, i, k);
      if (gone_[source] || (handed_over_[source] && (parameter.owns || parameter.deletes)))
        tell(Contract::kReleased, i, k);
      // A field may be filled in before; whoever else gets the object expects that it was set up.
      if (raw_[source] && !parameter.initialises && callable.kind != CallableKind::kFieldWrite)
        tell(Contract::kForged, i, k);
      if (callable.range_end == RangeEnd::kReads && at_end_[source]) tell(Contract::kPastEnd, i, k);
      const bool is_range = parameter.belongs_to && callable.parameters[*parameter.belongs_to].type == parameter.type;
      if (parameter.belongs_to && (is_stale(given) || (is_range && is_stale(argument(i, *parameter.belongs_to)))))
        tell(Contract::kStale, i, k);
      if (parameter.belongs_to && !comes_from(given, argument(i, *parameter.belongs_to)) &&
          !is_end_of(parameter, given, argument(i, *parameter.belongs_to)))
        tell(Contract::kIterator, i, k);
      if (frees_literal(parameter, given) || frees_what_it_holds(callable, parameter) ||
          deletes_what_others_made(test_, api_, parameter, given))
        tell(Contract::kReleased, i, k);
      if (has_free_ && may_keep_block(callable, k) && (!is_block(given) || handed_over_[source]))
        tell(Contract::kFreed, i, k);
    }
    if (parameter.length_of && *parameter.length_of < test_.statements[i].count && !agrees(i, callable, k))
      tell(Contract::kLength, i, k);
    if (const auto measured = measure_of(test_, api_, test_.statements[i], k)) {
      const auto extent = extent_of(test_, api_, parameter, given);
      if (extent && *extent < *measured) tell(Contract::kLength, i, k);
    }
    if (parameter.least > 0 && given.mode != PassMode::kNull) {
      const auto extent = extent_of(test_, api_, parameter, given);
      if (extent && *extent < parameter.least) tell(Contract::kExtent, i, k);
    }
    if (given.mode == PassMode::kAddress && !is_named(test_[given.source])) tell(Contract::kNamed, i, k);
    if (parameter.is_format && !keeps_format(test_, api_, StatementIndex(i), k)) tell(Contract::kFormat, i, k);
  }

  [[nodiscard]] bool is_named(const Statement& literal) const {
    return literal.kind != StatementKind::kScalar || api_[literal.type].kind != TypeKind::kEnum ||
           has_name(api_[literal.type], literal.bits);
  }

  /// Whoever gets a struct whose lengths were written field by field may rely on them.
  void check_field_lengths(std::size_t i, const Statement& call) {
    std::erase_if(field_lengths_, [&](std::size_t write) {
      if (fills_beside(call, test_.statements[write], api_)) return false;
      const Argument& object = argument(write, 0);
      const bool is_used = std::ranges::any_of(test_.arguments_of(call), [&](const Argument& each) {
        return each.mode != PassMode::kNull && object.mode != PassMode::kNull && each.source == object.source;
      });
      if (is_used && !field_length_agrees(test_, api_, write, i)) tell(Contract::kLength, write, 1);
      return is_used;
    });
  }

  [[nodiscard]] bool agrees(std::size_t i, const Callable& callable, std::uint32_t k) const {
    const Parameter& length = callable.parameters[k];
    const Argument &given = argument(i, k), &buffer = argument(i, *length.length_of);
    if (given.mode == PassMode::kLength && buffer.mode != PassMode::kNull && given.source == buffer.source) return true;
    if (length.negative_length && is_negative(test_, api_, given)) return true;
    const Parameter& holder = callable.parameters[*length.length_of];
    const auto extent = extent_of(test_, api_, holder, buffer), claimed = claimed_by(test_, api_, given);
    if (!extent)
      return !claimed || !is_pointer_of_others(buffer) || may_reach(test_, api_, i, holder, buffer, *claimed);
    if (!claimed && api_[length.type].kind == TypeKind::kPointer) return true;  // of an integer that others have set
    return claimed ? *claimed <= *extent : is_told_by(given, buffer);
  }

  /// Is it a pointer that a call returned or a field held?
  [[nodiscard]] bool is_pointer_of_others(const Argument& given) const {
    if (given.mode != PassMode::kLoad || test_[given.source].kind != StatementKind::kCall) return false;
    const CallableKind maker = api_[test_[given.source].callable].kind;
    return maker == CallableKind::kFunction || maker == CallableKind::kMethod || maker == CallableKind::kStaticMethod ||
           maker == CallableKind::kFieldRead || maker == CallableKind::kOperator || maker == CallableKind::kConversion;
  }

  /// `strlen(text)`, `list.size()`: a length that was asked of the buffer itself. `checksum(text, 3)` is none.
  [[nodiscard]] bool is_told_by(const Argument& length, const Argument& buffer) const {
    return buffer.mode != PassMode::kNull && test_[length.source].count == 1 && comes_from(length, buffer);
  }

  /// Was the variable made by a call with that object, or from what such a call made?
  [[nodiscard]] bool comes_from(const Argument& made, const Argument& object) const {
    if (object.mode == PassMode::kNull) return false;
    if (api_[test_[made.source].type].kind == TypeKind::kPointer || made.mode == PassMode::kAddress)
      if (made.source == object.source) return true;
    // The address of an object of its own leads into no other one, whatever it was made of.
    if (made.mode == PassMode::kAddress && object.mode == PassMode::kAddress &&
        test_[made.source].type == test_[object.source].type)
      return false;
    const Statement& maker = test_[made.source];
    return std::ranges::any_of(test_.arguments_of(maker), [&](const Argument& each) {
      return each.mode != PassMode::kNull && (each.source == object.source || comes_from(each, object));
    });
  }

  /// `mean(series.begin(), series.end())`: are both iterators of one object, and does the range not begin at its end? Two
  /// objects that are made of the same text (`Tag a{"", text}, b{"!", text}; set(&a, &b)`) are no iterators.
  [[nodiscard]] bool is_end_of(const Parameter& parameter, const Argument& end, const Argument& begin) const {
    if (begin.mode == PassMode::kNull || api_[parameter.type].kind == TypeKind::kPointer ||
        test_[begin.source].kind != StatementKind::kCall || test_[end.source].kind != StatementKind::kCall ||
        api_[test_[begin.source].type].kind != TypeKind::kObject)
      return false;
    const Statement &first = test_[begin.source], &last = test_[end.source];
    const std::string_view made_by = unqualified(api_[first.callable].name);
    if ((made_by == "end" || made_by == "cend") && first.callable != last.callable) return false;
    return std::ranges::any_of(test_.arguments_of(first), [&](const Argument& each) {
      return each.mode != PassMode::kNull && comes_from(end, each);
    });
  }

  /// Has the object that a call made the variable of been changed since?
  [[nodiscard]] bool is_stale(const Argument& given) const {
    if (given.mode == PassMode::kNull) return false;
    const std::size_t made = given.source.index();
    if (test_.statements[made].kind != StatementKind::kCall || test_.statements[made].count == 0) return false;
    const Callable& maker = api_[test_.statements[made].callable];
    const Argument& object = argument(made, 0);
    return maker.kind == CallableKind::kMethod && object.mode != PassMode::kNull &&
           changed_[object.source.index()] > made;
  }

  /// An object that nothing was put into since it was made.
  [[nodiscard]] bool is_empty(const Argument& given) const {
    return given.mode != PassMode::kNull && given.mode != PassMode::kLength && is_empty_[given.source.index()];
  }

  [[nodiscard]] bool is_block(const Argument& given) const {
    const Statement& maker = test_[given.source];
    return given.mode == PassMode::kLoad && maker.kind == StatementKind::kCall && api_[maker.callable].on_heap;
  }

  /// What the call leaves of its argument.
  void leave(const Callable& callable, std::uint32_t k, const Argument& given) {
    const Parameter& parameter = callable.parameters[k];
    if (given.mode == PassMode::kNull || given.mode == PassMode::kLength) return;
    const std::size_t source = given.source.index();
    if (test_.statements[source].kind != StatementKind::kCall) return;
    // What a callback frees is there until it is called.
    const bool ends = parameter.releases && callable.kind != CallableKind::kCallback;
    gone_[source] = ends || (gone_[source] && !parameter.initialises);
    handed_over_[source] = handed_over_[source] || parameter.owns || (has_free_ && may_keep_block(callable, k));
    raw_[source] = raw_[source] && !parameter.initialises;
    const bool may_change = k > 0 || callable.kind != CallableKind::kMethod || callable.mutates_object;
    if (callable.range_end == RangeEnd::kNone && may_change) is_empty_[source] = false;
    if (callable.range_end == RangeEnd::kLeaves || (callable.range_end == RangeEnd::kNone && may_change))
      at_end_[source] = false;
    if (given.mode == PassMode::kAddress) null_[source] = false;
  }

  const TestCase& test_;
  const ApiModel& api_;
  const Found& found_;
  // By statement, of its variable:
  std::vector<bool> gone_;                  // freed
  std::vector<std::size_t> changed_;        // the last call that may have ended iterators of it; 0: none
  std::vector<bool> handed_over_;           // somebody has taken it over
  std::vector<bool> raw_;                   // nobody has set it up
  std::vector<bool> null_;                  // a null pointer that nobody has filled
  std::vector<bool> at_end_;                // an iterator behind the last element
  std::vector<bool> is_empty_;              // nothing was put into it
  std::vector<std::size_t> field_lengths_;  // statements that wrote one, and nobody has got the struct since
  bool has_free_;                           // `free` is handed over somewhere
  bool over_ = false;
};

template <typename Found>
void walk(const TestCase& test, const ApiModel& api, const Found& found) {
  Walk<Found>(test, api, found).run();
}

}  // namespace

bool writes_what_is_the_librarys(const TestCase& test, const ApiModel& api, const Statement& statement) {
  if (statement.kind != StatementKind::kCall) return false;
  const Callable& callable = api[statement.callable];
  if (callable.forges) return true;
  if (callable.kind != CallableKind::kFieldWrite || statement.count != 2) return false;
  const Type& value = api[callable.parameters[1].type];
  if ((value.kind != TypeKind::kPointer && value.kind != TypeKind::kText) || value.spelling.starts_with("const ") ||
      value.spelling.contains("void"))
    return false;
  const Argument& object = test.arguments[statement.first];
  if (object.mode != PassMode::kLoad || test[object.source].kind != StatementKind::kCall) return false;
  const CallableKind maker = api[test[object.source].callable].kind;
  return maker == CallableKind::kFunction || maker == CallableKind::kMethod;
}

bool deletes_what_others_made(const TestCase& test, const ApiModel& api, const Parameter& parameter,
                              const Argument& given) {
  if (!parameter.deletes || given.mode == PassMode::kNull) return false;
  const Statement& maker = test[given.source];
  return maker.kind != StatementKind::kCall || !makes_with_new(api[maker.callable]);
}

std::vector<BrokenContract> broken_contracts(const TestCase& test, const ApiModel& api) {
  std::vector<BrokenContract> result;
  walk(test, api, [&](const BrokenContract& broken) {
    result.push_back(broken);
    return true;
  });
  return result;
}

bool keeps_contracts(const TestCase& test, const ApiModel& api, ContractSet open) {
  bool kept = true;
  walk(test, api, [&](const BrokenContract& broken) {
    kept = open.test(static_cast<std::size_t>(broken.what));
    return kept;
  });
  return kept;
}

}  // namespace reenact
