#include "testcase/contract_mending.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "testcase/contract_format.h"
#include "testcase/extents.h"
#include "testcase/keeping.h"
#include "testcase/subset.h"

namespace reenact {
namespace {

/// The old bytes stay behind it, for nobody.
void set_text(TestCase& test, StatementIndex literal, std::string_view text) {
  Statement& statement = test.statements[literal.index()];
  statement.first = static_cast<std::uint32_t>(test.bytes.size());
  statement.count = static_cast<std::uint32_t>(text.size());
  test.bytes += text;
}

/// Makes the text or array that is passed as long as is asked for; false: it is neither, or that long already.
bool lengthen(TestCase& test, const ApiModel& api, const BrokenContract& broken, std::uint64_t asked) {
  const Statement& call = test[broken.call];
  const Parameter& parameter = api[call.callable].parameters[broken.parameter];
  const Argument& given = test.arguments[call.first + broken.parameter];
  if (given.mode == PassMode::kNull) return false;
  const Statement before = test[given.source];
  const auto extent = extent_of(test, api, parameter, given);
  // What one parameter asked for may be enough for the next.
  if (!extent || *extent >= asked) return false;
  const auto elements = static_cast<std::uint32_t>(before.count + (asked - *extent));
  if (before.kind == StatementKind::kText) {
    std::string text(test.text_of(before));
    text.resize(elements, text.empty() ? 'a' : text.back());
    set_text(test, given.source, text);
    return true;
  }
  if (before.kind == StatementKind::kNumbers) {
    const auto old = test.numbers_of(before);
    std::vector<std::int64_t> numbers(old.begin(), old.end());
    numbers.resize(elements);
    Statement& literal = test.statements[given.source.index()];
    literal.first = static_cast<std::uint32_t>(test.numbers.size());
    test.numbers.insert(test.numbers.end(), numbers.begin(), numbers.end());
    literal.count = elements;
    return true;
  }
  return false;
}

/// As the declaration asks for.
bool mend_extent(TestCase& test, const ApiModel& api, const BrokenContract& broken) {
  return lengthen(test, api, broken, api[test[broken.call].callable].parameters[broken.parameter].least);
}

/// Makes the array as large as the numbers say, once these are no larger than a test would write, or else the numbers 1.
bool mend_measure(TestCase& test, const ApiModel& api, const BrokenContract& broken) {
  constexpr std::uint64_t kMost = 4096;  // elements
  const Statement call = test[broken.call];
  const Parameter& array = api[call.callable].parameters[broken.parameter];
  const auto limit_numbers = [&](std::int64_t most) {
    bool any = false;
    for (const std::uint32_t each : array.measured_by) {
      const Argument& factor = test.arguments[call.first + each];
      if (factor.mode != PassMode::kAddress || test[factor.source].kind != StatementKind::kScalar) continue;
      std::int64_t& number = test.statements[factor.source.index()].bits;
      any = any || number > most || number < 0;
      if (number > most || number < 0)
        number = 1 + static_cast<std::int64_t>(static_cast<std::uint64_t>(number) % static_cast<std::uint64_t>(most));
    }
    return any;
  };
  const auto measure = measure_of(test, api, call, broken.parameter);
  const bool limited = measure && *measure > kMost && limit_numbers(array.measured_by.size() > 2 ? 8 : 32);
  const auto asked = measure_of(test, api, call, broken.parameter);
  if (asked && *asked <= kMost && lengthen(test, api, broken, *asked)) return true;
  return limit_numbers(1) || limited;
}

/// Changes a length argument so that it agrees; false: that takes a new statement.
bool mend_length(TestCase& test, const ApiModel& api, const BrokenContract& broken) {
  const Statement& call = test[broken.call];
  const Parameter& length = api[call.callable].parameters[broken.parameter];
  if (!length.measured_by.empty()) return mend_measure(test, api, broken);
  if (!length.length_of) return false;
  Argument& given = test.arguments[call.first + broken.parameter];
  const Argument buffer = test.arguments[call.first + *length.length_of];
  const bool measures = buffer.mode != PassMode::kNull && std::ranges::any_of(length.sources, [&](const Source& each) {
                          return each.mode == PassMode::kLength && each.type == test[buffer.source].type;
                        });
  if (measures) {
    given = {buffer.source, PassMode::kLength, kNoCast};
    return true;
  }
  const std::uint64_t extent =
      extent_of(test, api, api[call.callable].parameters[*length.length_of], buffer).value_or(0);
  if (given.mode != PassMode::kAddress || test[given.source].kind != StatementKind::kScalar) return false;
  test.statements[given.source.index()].bits = static_cast<std::int64_t>(extent);
  return true;
}

/// The end of a range becomes its beginning: an empty one.
bool mend_range(TestCase& test, const ApiModel& api, const BrokenContract& broken) {
  const Statement& call = test[broken.call];
  const Parameter& end = api[call.callable].parameters[broken.parameter];
  if (api[end.type].kind != TypeKind::kPointer || api[call.callable].parameters[*end.belongs_to].type != end.type)
    return false;
  test.arguments[call.first + broken.parameter] = test.arguments[call.first + *end.belongs_to];
  return true;
}

/// Null may be freed, too; false: it may not stand there.
bool mend_block(TestCase& test, const ApiModel& api, const BrokenContract& broken) {
  const Statement& call = test[broken.call];
  const Parameter& parameter = api[call.callable].parameters[broken.parameter];
  if (!parameter.nullable || parameter.nonnull) return false;
  test.arguments[call.first + broken.parameter] = {};
  return true;
}

/// Leaves out of a format what asks for arguments that are not there.
bool mend_format(TestCase& test, const ApiModel& api, const BrokenContract& broken) {
  const StatementIndex source = test.arguments[test[broken.call].first + broken.parameter].source;
  const std::string mended = mended_format(test.text_of(test[source]), formatted_arguments(test, api, broken.call));
  set_text(test, source, mended);
  return true;
}

/// Makes an enumeration's value the first that has a name.
bool mend_name(TestCase& test, const ApiModel& api, const BrokenContract& broken) {
  Statement& literal = test.statements[test.arguments[test[broken.call].first + broken.parameter].source.index()];
  literal.bits = api[literal.type].enumerators.front().value;
  return true;
}

/// Makes an object before the one that keeps it, so that it is destroyed behind that; false: it is made of the keeper.
bool mend_order(TestCase& test, const ApiModel& api, const BrokenContract& broken) {
  const auto early = early_end_of(test, api, broken);
  if (!early || early->release) return false;
  const std::size_t keeper = test.arguments[test.statements[early->registration].first].source.index();
  std::vector<bool> first(test.size());
  first[early->object] = true;
  for (std::size_t i = early->object + 1; i-- > 0;)
    if (first[i])
      for (const Argument& each : test.arguments_of(test.statements[i]))
        if (each.mode != PassMode::kNull) first[each.source.index()] = true;
  if (first[keeper]) return false;
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < test.size(); ++i)
    if (i < keeper || first[i]) order.push_back(i);
  for (std::size_t i = keeper; i < test.size(); ++i)
    if (!first[i]) order.push_back(i);
  TestCase ordered;
  put_in_order(test, order, ordered);
  test = std::move(ordered);
  return true;
}

}  // namespace

std::optional<EarlyEnd> early_end_of(const TestCase& test, const ApiModel& api, const BrokenContract& broken) {
  if (broken.what != Contract::kKept) return std::nullopt;
  for (const EarlyEnd& each : early_ends(test, api))
    if (each.user.value_or(each.registration) == broken.call.index() && each.parameter == broken.parameter) return each;
  return std::nullopt;
}

std::optional<std::size_t> too_much(const TestCase& test, const ApiModel& api, const BrokenContract& broken) {
  if (broken.what == Contract::kForged)
    return writes_what_is_the_librarys(test, api, test[broken.call]) ? std::optional(broken.call.index())
                                                                     : std::nullopt;
  const Parameter& asked = api[test[broken.call].callable].parameters[broken.parameter];
  if (broken.what == Contract::kLength && !asked.length_of && asked.measured_by.empty())
    return broken.call.index();  // it writes a field
  if (broken.what == Contract::kKept) {
    const auto early = early_end_of(test, api, broken);
    return early ? early->release : std::nullopt;
  }
  if (broken.what != Contract::kReleased) return std::nullopt;
  const Argument& used = test.arguments[test[broken.call].first + broken.parameter];
  const Callable& callable = api[test[broken.call].callable];
  const Parameter& parameter = callable.parameters[broken.parameter];
  if (frees_literal(parameter, used) || frees_what_it_holds(callable, parameter) ||
      deletes_what_others_made(test, api, parameter, used))
    return broken.call.index();
  const StatementIndex source = used.source;
  for (std::size_t i = broken.call.index(); i-- > 0;) {
    const Statement& earlier = test.statements[i];
    if (earlier.kind != StatementKind::kCall) continue;
    const auto& parameters = api[earlier.callable].parameters;
    for (std::size_t k = 0; k < earlier.count; ++k) {
      const Argument& given = test.arguments[earlier.first + k];
      if (given.mode != PassMode::kNull && given.source == source && (parameters[k].releases || parameters[k].owns))
        return i;
    }
  }
  return std::nullopt;
}

bool fit_arrays(TestCase& test, const ApiModel& api, std::size_t number) {
  bool any = false;
  for (const Statement& call : test.statements) {
    if (call.kind != StatementKind::kCall) continue;
    for (std::size_t k = 0; k < call.count; ++k) {
      const Parameter& array = api[call.callable].parameters[k];
      const Argument& given = test.arguments[call.first + k];
      const bool is_measured = std::ranges::any_of(array.measured_by, [&](std::uint32_t each) {
        return each < call.count && test.arguments[call.first + each].mode == PassMode::kAddress &&
               test.arguments[call.first + each].source.index() == number;
      });
      if (!is_measured || given.mode != PassMode::kBuffer) continue;
      const auto measure = measure_of(test, api, call, k), extent = extent_of(test, api, array, given);
      Statement& literal = test.statements[given.source.index()];
      if (!measure || !extent || *extent <= *measure || *extent != literal.count) continue;
      literal.count = static_cast<std::uint32_t>(*measure);
      any = true;
    }
  }
  return any;
}

void mend_contracts(TestCase& test, const ApiModel& api, ContractSet open) {
  constexpr int kRounds = 4;  // one mended may show another
  for (int round = 0; round < kRounds; ++round) {
    std::vector<bool> keep(test.size(), true);
    bool drops = false, changes = false;
    for (const BrokenContract& broken : broken_contracts(test, api)) {
      if (open.test(static_cast<std::size_t>(broken.what))) continue;
      if (broken.what == Contract::kLength) changes = mend_length(test, api, broken) || changes;
      if (broken.what == Contract::kExtent) changes = mend_extent(test, api, broken) || changes;
      if (broken.what == Contract::kIterator) changes = mend_range(test, api, broken) || changes;
      if (broken.what == Contract::kFreed) changes = mend_block(test, api, broken) || changes;
      if (broken.what == Contract::kNamed) changes = mend_name(test, api, broken);
      if (broken.what == Contract::kFormat) changes = mend_format(test, api, broken) || changes;
      if (const auto call = too_much(test, api, broken)) {
        keep[*call] = false;
        drops = true;
      } else if (broken.what == Contract::kKept && mend_order(test, api, broken)) {
        // What else is broken stands elsewhere now.
        changes = true;
        drops = false;
        break;
      }
    }
    if (drops) {
      drop_dependents(test, keep);
      TestCase rest;
      keep_only(test, keep, rest);
      test = std::move(rest);
    }
    if (!drops && !changes) return;
  }
}

}  // namespace reenact
