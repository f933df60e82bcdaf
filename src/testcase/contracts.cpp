#include "testcase/contracts.h"

#include <fmt/format.h>

#include <algorithm>

#include "testcase/extents.h"
#include "testcase/subset.h"

namespace reenact {
namespace {

/// Walks through a test once; what is broken goes to `found`, until that says false.
template <typename Found>
class Walk {
 public:
  Walk(const TestCase& test, const ApiModel& api, const Found& found)
      : test_(test), api_(api), found_(found), gone_(test.size()), handed_over_(test.size()), raw_(test.size()) {}

  void run() {
    for (std::size_t i = 0; i < test_.size() && !over_; ++i) {
      const Statement& statement = test_.statements[i];
      if (statement.kind != StatementKind::kCall) continue;
      const Callable& callable = api_[statement.callable];
      for (std::uint32_t k = 0; k < statement.count && !over_; ++k) check(i, callable, k);
      if (callable.forges) tell(Contract::kForged, i, 0);
      for (std::uint32_t k = 0; k < statement.count; ++k) leave(callable.parameters[k], argument(i, k));
      raw_[i] = callable.needs_initialiser;
    }
  }

 private:
  [[nodiscard]] const Argument& argument(std::size_t i, std::size_t k) const {
    return test_.arguments[test_.statements[i].first + k];
  }
  void tell(Contract what, std::size_t call, std::uint32_t parameter) {
    over_ = over_ || !found_(BrokenContract{what, StatementIndex(call), parameter});
  }

  void check(std::size_t i, const Callable& callable, std::uint32_t k) {
    const Parameter& parameter = callable.parameters[k];
    const Argument& given = argument(i, k);
    if (given.mode == PassMode::kNull) {
      if (parameter.nonnull) tell(Contract::kNull, i, k);
    } else if (given.mode != PassMode::kLength) {
      const std::size_t source = given.source.index();
      if (gone_[source] || (handed_over_[source] && parameter.owns)) tell(Contract::kReleased, i, k);
      // A field may be filled in before; whoever else gets the object expects that it was set up.
      if (raw_[source] && !parameter.initialises && callable.kind != CallableKind::kFieldWrite)
        tell(Contract::kForged, i, k);
      if (parameter.belongs_to && !comes_from(given, argument(i, *parameter.belongs_to)))
        tell(Contract::kIterator, i, k);
    }
    if (parameter.length_of && *parameter.length_of < test_.statements[i].count && !agrees(i, callable, k))
      tell(Contract::kLength, i, k);
  }

  [[nodiscard]] bool agrees(std::size_t i, const Callable& callable, std::uint32_t k) const {
    const Parameter& length = callable.parameters[k];
    const Argument &given = argument(i, k), &buffer = argument(i, *length.length_of);
    if (given.mode == PassMode::kLength && buffer.mode != PassMode::kNull && given.source == buffer.source) return true;
    const auto extent = extent_of(test_, api_, callable.parameters[*length.length_of], buffer);
    if (!extent || (length.negative_length && is_negative(test_, api_, given))) return true;
    const auto claimed = claimed_by(test_, api_, given);
    return claimed ? *claimed <= *extent : is_told_by(given, buffer);
  }

  /// `strlen(text)`, `list.size()`: a length that was asked of the buffer itself.
  [[nodiscard]] bool is_told_by(const Argument& length, const Argument& buffer) const {
    return buffer.mode != PassMode::kNull && comes_from(length, buffer);
  }

  /// Was the variable made by a call with that object, or from what such a call made?
  [[nodiscard]] bool comes_from(const Argument& made, const Argument& object) const {
    if (object.mode == PassMode::kNull) return false;
    const Statement& maker = test_[made.source];
    return std::ranges::any_of(test_.arguments_of(maker), [&](const Argument& each) {
      return each.mode != PassMode::kNull && (each.source == object.source || comes_from(each, object));
    });
  }

  /// What the call leaves of its argument.
  void leave(const Parameter& parameter, const Argument& given) {
    if (given.mode == PassMode::kNull || given.mode == PassMode::kLength) return;
    const std::size_t source = given.source.index();
    if (test_.statements[source].kind != StatementKind::kCall) return;
    gone_[source] = parameter.releases || (gone_[source] && !parameter.initialises);
    handed_over_[source] = handed_over_[source] || parameter.owns;
    raw_[source] = raw_[source] && !parameter.initialises;
  }

  const TestCase& test_;
  const ApiModel& api_;
  const Found& found_;
  // By statement, of its variable:
  std::vector<bool> gone_;         // freed
  std::vector<bool> handed_over_;  // somebody has taken it over
  std::vector<bool> raw_;          // nobody has set it up
  bool over_ = false;
};

template <typename Found>
void walk(const TestCase& test, const ApiModel& api, const Found& found) {
  Walk<Found>(test, api, found).run();
}

/// "3 elements", "1 byte".
std::string amount(std::uint64_t count, std::string_view of) {
  return fmt::format("{} {}{}", count, of, count == 1 ? "" : "s");
}

std::string length_in_words(const TestCase& test, const ApiModel& api, const Statement& call, std::uint32_t k) {
  const Callable& callable = api[call.callable];
  const std::uint32_t buffer = *callable.parameters[k].length_of;
  const Argument &length = test.arguments[call.first + k], &whole = test.arguments[call.first + buffer];
  const auto claimed = claimed_by(test, api, length);
  const auto extent = extent_of(test, api, callable.parameters[buffer], whole);
  const bool is_text = whole.mode != PassMode::kNull && api[test[whole.source].type].kind == TypeKind::kText;
  const std::string told = !claimed                         ? "of its own making"
                           : is_negative(test, api, length) ? fmt::format("of {}", static_cast<std::int64_t>(*claimed))
                                                            : fmt::format("of {}", *claimed);
  const std::string real = whole.mode == PassMode::kNull ? "a null pointer"
                           : !extent                     ? "what it passes"
                                                         : amount(*extent, is_text ? "byte" : "element");
  return fmt::format("passes a length {} for {}", told, real);
}

std::string function_of(const Callable& callable) { return callable.name.empty() ? "a call" : callable.name; }

/// Changes a length argument so that it agrees; false: that takes a new statement.
bool mend_length(TestCase& test, const ApiModel& api, const BrokenContract& broken) {
  const Statement& call = test[broken.call];
  const Parameter& length = api[call.callable].parameters[broken.parameter];
  Argument& given = test.arguments[call.first + broken.parameter];
  const Argument buffer = test.arguments[call.first + *length.length_of];
  const bool measures = buffer.mode != PassMode::kNull && std::ranges::any_of(length.sources, [&](const Source& each) {
                          return each.mode == PassMode::kLength && each.type == test[buffer.source].type;
                        });
  if (measures) {
    given = {buffer.source, PassMode::kLength, kNoCast};
    return true;
  }
  const auto extent = extent_of(test, api, api[call.callable].parameters[*length.length_of], buffer);
  if (!extent || given.mode != PassMode::kAddress || test[given.source].kind != StatementKind::kScalar) return false;
  test.statements[given.source.index()].bits = static_cast<std::int64_t>(*extent);
  return true;
}

/// Which call is to be left out so that `broken` is kept; nullopt: none.
std::optional<std::size_t> too_much(const TestCase& test, const ApiModel& api, const BrokenContract& broken) {
  if (broken.what == Contract::kForged)
    return api[test[broken.call].callable].forges ? std::optional(broken.call.index()) : std::nullopt;
  if (broken.what != Contract::kReleased) return std::nullopt;
  const StatementIndex source = test.arguments[test[broken.call].first + broken.parameter].source;
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

}  // namespace

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

std::string in_words(const BrokenContract& broken, const TestCase& test, const ApiModel& api) {
  const Statement& call = test[broken.call];
  const Callable& callable = api[call.callable];
  const std::string to = function_of(callable);
  switch (broken.what) {
    case Contract::kLength:
      return fmt::format("{} to {}", length_in_words(test, api, call, broken.parameter), to);
    case Contract::kNull:
      return fmt::format("passes null for `{}` of {}, which forbids it", callable.parameters[broken.parameter].name,
                         to);
    case Contract::kReleased: {
      const auto earlier = too_much(test, api, broken);
      const std::string by = earlier ? function_of(api[test.statements[*earlier].callable]) : "an earlier call";
      return fmt::format("passes to {} what {} has freed or taken over", to, by);
    }
    case Contract::kForged:
      if (callable.forges) return fmt::format("writes {}, which is the library's own", callable.name);
      return fmt::format("passes a {} to {} that no call of the library has set up",
                         api[test[test.arguments[call.first + broken.parameter].source].type].spelling, to);
    case Contract::kIterator:
      return fmt::format("passes an iterator to {} that does not come from the same object", to);
  }
  return "";
}

std::vector<std::string> words_of_broken(const TestCase& test, const ApiModel& api) {
  std::vector<std::string> result;
  for (const BrokenContract& broken : broken_contracts(test, api))
    if (std::string words = in_words(broken, test, api); std::ranges::find(result, words) == result.end())
      result.push_back(std::move(words));
  return result;
}

void mend_contracts(TestCase& test, const ApiModel& api, ContractSet open) {
  constexpr int kRounds = 4;  // one mended may show another
  for (int round = 0; round < kRounds; ++round) {
    std::vector<bool> keep(test.size(), true);
    bool drops = false, changes = false;
    for (const BrokenContract& broken : broken_contracts(test, api)) {
      if (open.test(static_cast<std::size_t>(broken.what))) continue;
      if (broken.what == Contract::kLength) changes = mend_length(test, api, broken) || changes;
      if (const auto call = too_much(test, api, broken)) {
        keep[*call] = false;
        drops = true;
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
