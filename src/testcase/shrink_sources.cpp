// Where arguments come from: literals before objects, objects made in the plainest way, and nothing from unrelated ones.
#include <algorithm>
#include <optional>
#include <vector>

#include "testcase/append.h"
#include "testcase/plain_making.h"
#include "testcase/shrinking.h"
#include "testcase/subset.h"

namespace reenact {
namespace {

constexpr std::size_t kTriedSources = 16;  // ways to fill one argument

class SourceShrinker {
 public:
  explicit SourceShrinker(Shrinking& shrinking) : shrinking_(shrinking) {}

  bool run() {
    bool any = false;
    // From the last call on: what it needs plainly, earlier ones need not make.
    for (std::size_t i = test().size(); i-- > 0 && !shrinking_.stopped();)
      for (std::size_t k = 0; i < test().size() && k < test().statements[i].count && is_call(i); ++k)
        any = replace(i, k) || any;
    return any;
  }

 private:
  [[nodiscard]] const TestCase& test() const { return shrinking_.best(); }
  [[nodiscard]] bool is_call(std::size_t i) const { return test().statements[i].kind == StatementKind::kCall; }

  bool replace(std::size_t i, std::size_t k) {
    const Argument argument = test().arguments[test().statements[i].first + k];
    if (argument.mode == PassMode::kNull || argument.mode == PassMode::kLength) return false;
    const Parameter& parameter = shrinking_.api()[test().statements[i].callable].parameters[k];
    if (is_empty_block(argument, parameter) && shrinking_.accept(with_argument(test(), i, k, {}))) return true;
    if (is_written_and_read(argument, parameter)) return make_apart(i, k, parameter);
    if (!is_call(argument.source.index())) return false;
    if (parameter.nullable && shrinking_.accept_plainer(with_argument(without_ends_of(i, k), i, k, {}))) return true;
    return use_earlier(i, k, argument.source, parameter) || use_earlier_everywhere(argument.source) ||
           make_plainly(i, k, parameter);
  }

  /// A block of no bytes for a `void*` that may be null: null says the same.
  [[nodiscard]] bool is_empty_block(const Argument& argument, const Parameter& parameter) const {
    const Statement& source = test()[argument.source];
    const auto uses_it = [&](const Argument& each) {
      return each.mode != PassMode::kNull && each.source == argument.source;
    };
    const bool is_block = source.kind == StatementKind::kText || source.kind == StatementKind::kNumbers;
    return argument.mode == PassMode::kBuffer && is_block && source.count == 0 && parameter.nullable &&
           !parameter.nonnull && std::ranges::count_if(test().arguments, uses_it) == 1;
  }

  /// A buffer for the callee's use that begins with what another argument says: `parse(text, error = text, 11)`. It needs nothing in it.
  [[nodiscard]] bool is_written_and_read(const Argument& argument, const Parameter& parameter) const {
    if (argument.mode != PassMode::kBuffer || !is_mutable_pointer(shrinking_.api()[parameter.type]) ||
        test()[argument.source].kind != StatementKind::kText)
      return false;
    return std::ranges::any_of(test().arguments, [&](const Argument& each) {
      return each.source == argument.source && each.mode != PassMode::kNull && each.mode != PassMode::kBuffer &&
             each.mode != PassMode::kLength;
    });
  }

  /// By a source of its own. A text that was shared says as much as before, so the test is not plainer yet; it may become so.
  bool make_apart(std::size_t i, std::size_t k, const Parameter& parameter) {
    if (parameter.nullable && !parameter.nonnull && shrinking_.accept(with_argument(test(), i, k, {}))) return true;
    return std::ranges::any_of(plain_sources(shrinking_.api(), parameter, kTriedSources),
                               [&](const PlainSource& source) {
                                 return shrinking_.accept(with_source(test(), i, k, source, shrinking_.api()));
                               });
  }

  /// The best test, with null for where a range ends that begins with argument `k` of call `i`, if null may be given there.
  [[nodiscard]] TestCase without_ends_of(std::size_t i, std::size_t k) const {
    TestCase result = test();
    const Statement& call = result.statements[i];
    const auto& parameters = shrinking_.api()[call.callable].parameters;
    for (std::size_t end = 0; end < call.count; ++end)
      if (Argument& each = result.arguments[call.first + end];
          parameters[end].belongs_to == k && parameters[end].nullable && each == result.arguments[call.first + k])
        each = {};
    return result;
  }

  /// Another variable that is there anyway makes the one that was used superfluous.
  bool use_earlier(std::size_t i, std::size_t k, StatementIndex used, const Parameter& parameter) {
    for (std::size_t earlier = 0; earlier < i; ++earlier) {
      const Statement& made = test().statements[earlier];
      if (earlier == used.index() || made.kind != StatementKind::kCall || !shrinking_.api()[made.callable].result)
        continue;
      const auto fits = std::ranges::find(parameter.sources, made.type, &Source::type);
      if (fits == parameter.sources.end()) continue;
      if (shrinking_.accept_plainer(with_argument(test(), i, k, {StatementIndex(earlier), fits->mode, fits->cast})))
        return true;
    }
    return false;
  }

  /// `auto&& ones = matrix.setOnes(); ones * ones` -> `matrix * matrix`, without what made `ones` if the test can do without.
  bool use_earlier_everywhere(StatementIndex used) {
    for (std::size_t earlier = 0; earlier < used.index(); ++earlier) {
      const auto candidate = with_earlier(earlier, used);
      if (candidate && (shrinking_.accept(without_others_of(used, *candidate)) || shrinking_.accept(*candidate)))
        return true;
    }
    return false;
  }

  /// The best test, with the variable of statement `earlier` wherever that of `used` was; nullopt: somebody does not take it.
  [[nodiscard]] std::optional<TestCase> with_earlier(std::size_t earlier, StatementIndex used) const {
    const Statement& made = test().statements[earlier];
    if (made.kind != StatementKind::kCall || !shrinking_.api()[made.callable].result) return std::nullopt;
    TestCase result = test();
    for (const Statement& user : test().statements)
      for (std::size_t k = 0; user.kind == StatementKind::kCall && k < user.count; ++k) {
        Argument& each = result.arguments[user.first + k];
        if (each.mode == PassMode::kNull || each.source != used) continue;
        const auto& sources = shrinking_.api()[user.callable].parameters[k].sources;
        const auto fits = std::ranges::find(sources, made.type, &Source::type);
        if (fits == sources.end()) return std::nullopt;
        each = {StatementIndex(earlier), fits->mode, fits->cast};
      }
    return result;
  }

  bool make_plainly(std::size_t i, std::size_t k, const Parameter& parameter) {
    const Argument old = test().arguments[test().statements[i].first + k];
    // Of two tests that misuse the library, whoever reads it understands the struct best that nobody has set up.
    const auto raw =
        shrinking_.is_contrived() || parameter.initialises ? raw_source(shrinking_.api(), parameter) : std::nullopt;
    if (raw && shrinking_.accept_plainer(with_source(test(), i, k, *raw, shrinking_.api()))) return true;
    for (const PlainSource& source : plain_sources(shrinking_.api(), parameter, kTriedSources)) {
      TestCase candidate = with_source(test(), i, k, source, shrinking_.api());
      if (shrinking_.accept_plainer(without_others_of(old.source, candidate))) return true;
      if (shrinking_.accept_plainer(std::move(candidate))) return true;
      for (const PlainSource& kept : with_values_behind(old.source, source))
        if (shrinking_.accept_plainer(with_source(test(), i, k, kept, shrinking_.api()))) return true;
    }
    return false;
  }

  /// `source` with, in turn, each of the numbers and texts that `old` is made of, where it takes such a one:
  /// `parse(Value(text).str())` may be `parse(text)`.
  [[nodiscard]] std::vector<PlainSource> with_values_behind(StatementIndex old, const PlainSource& source) const {
    constexpr std::size_t kMost = 8;
    std::vector<PlainSource> result;
    std::vector<Statement> taken;
    std::vector<bool> behind(old.index() + 1, false);
    behind.back() = true;
    for (std::size_t i = old.index() + 1; i-- > 0 && result.size() < kMost;) {
      const Statement& value = test().statements[i];
      if (!behind[i]) continue;
      for (const Argument& each : test().arguments_of(value))
        if (each.mode != PassMode::kNull) behind[each.source.index()] = true;
      if (std::ranges::any_of(taken, [&](const Statement& each) { return says_the_same(each, value); })) continue;
      auto made = with_value(source.made, value);
      if (!made) continue;
      taken.push_back(value);
      result.push_back({std::move(*made), source.argument});
    }
    return result;
  }

  /// Two numbers of one type, or two texts?
  [[nodiscard]] bool says_the_same(const Statement& a, const Statement& b) const {
    if (a.kind != b.kind) return false;
    return a.kind == StatementKind::kText ? test().text_of(a) == test().text_of(b)
                                          : a.type == b.type && a.bits == b.bits;
  }

  /// `made` with that number or text in place of its first one of that kind; nullopt: it has none, or that very one.
  [[nodiscard]] std::optional<TestCase> with_value(const TestCase& made, const Statement& value) const {
    const bool is_text = value.kind == StatementKind::kText;
    if (!is_text && value.kind != StatementKind::kScalar) return std::nullopt;
    const auto place = std::ranges::find_if(made.statements, [&](const Statement& each) {
      return each.kind == value.kind && (is_text || each.type == value.type);
    });
    if (place == made.statements.end()) return std::nullopt;
    const auto at = static_cast<std::size_t>(place - made.statements.begin());
    if (is_text)
      return made.text_of(*place) == test().text_of(value) ? std::nullopt
                                                           : std::optional(with_text(made, at, test().text_of(value)));
    if (place->bits == value.bits) return std::nullopt;
    TestCase result = made;
    result.statements[at].bits = value.bits;
    return result;
  }

  /// `candidate`, in which one call gets something else than `old`, without what is still done with `old`.
  [[nodiscard]] static TestCase without_others_of(StatementIndex old, const TestCase& candidate) {
    std::vector<bool> keep(candidate.size(), true);
    if (old.index() < candidate.size()) keep[old.index()] = false;
    drop_dependents(candidate, keep);
    TestCase result;
    keep_only(candidate, keep, result);
    return result;
  }

  Shrinking& shrinking_;
};

/// Variables that several arguments share.
class SharedSourceShrinker {
 public:
  explicit SharedSourceShrinker(Shrinking& shrinking) : shrinking_(shrinking) {}

  bool run() {
    bool any = false;
    for (std::size_t i = test().size(); i-- > 0 && !shrinking_.stopped();)
      if (i < test().size() && is_shared(i)) any = make_plainly(i) || any;
    return any;
  }

 private:
  [[nodiscard]] const TestCase& test() const { return shrinking_.best(); }

  [[nodiscard]] bool is_shared(std::size_t i) const {
    if (test().statements[i].kind != StatementKind::kCall) return false;
    return std::ranges::count_if(test().arguments, [&](const Argument& each) {
             return each.mode != PassMode::kNull && each.source.index() == i;
           }) > 1;
  }

  bool make_plainly(std::size_t i) {
    if (const auto raw = raw_way(shrinking_.api(), test().statements[i].type); raw && make_so(i, *raw)) return true;
    return std::ranges::any_of(types_for(i), [&](TypeId type) {
      return std::ranges::any_of(plain_ways(shrinking_.api(), type, kTriedSources),
                                 [&](const TestCase& made) { return make_so(i, made); });
    });
  }

  bool make_so(std::size_t i, const TestCase& made) {
    auto candidate = with_made(test(), i, made, shrinking_.api());
    return candidate && shrinking_.accept_plainer(std::move(*candidate));
  }

  /// Its own type, then those that its first user takes as well: a pointer to such an object, a derived class.
  [[nodiscard]] std::vector<TypeId> types_for(std::size_t i) const {
    std::vector<TypeId> result{test().statements[i].type};
    for (const Statement& user : test().statements) {
      const auto arguments = test().arguments_of(user);
      const auto used = std::ranges::find_if(
          arguments, [&](const Argument& each) { return each.mode != PassMode::kNull && each.source.index() == i; });
      if (used == arguments.end()) continue;
      const auto k = static_cast<std::size_t>(used - arguments.begin());
      for (const Source& each : shrinking_.api()[user.callable].parameters[k].sources)
        if (each.mode != PassMode::kLength && std::ranges::find(result, each.type) == result.end())
          result.push_back(each.type);
      break;
    }
    return result;
  }

  Shrinking& shrinking_;
};

class TextSeparator {
 public:
  explicit TextSeparator(Shrinking& shrinking) : shrinking_(shrinking) {}

  bool run() {
    for (std::size_t i = 0; i < test().size() && !shrinking_.stopped(); ++i)
      for (std::size_t k = 0; k < test().arguments_of(test().statements[i]).size(); ++k)
        if (separate(i, k)) return true;
    return false;
  }

 private:
  [[nodiscard]] const TestCase& test() const { return shrinking_.best(); }

  static bool is_read(const Argument& each) {
    return each.mode == PassMode::kBuffer || each.mode == PassMode::kCString;
  }

  bool separate(std::size_t i, std::size_t k) {
    const Argument argument = test().arguments_of(test().statements[i])[k];
    if (!is_read(argument) || test()[argument.source].kind != StatementKind::kText) return false;
    const auto shares = [&](const Argument& each) { return is_read(each) && each.source == argument.source; };
    if (std::ranges::count_if(test().arguments, shares) < 2) return false;
    PlainSource own;
    const StatementIndex made =
        append_text(own.made, test()[argument.source].type, test().text_of(test()[argument.source]));
    own.argument = {made, argument.mode, argument.cast};
    auto apart = shrinking_.of(with_source(test(), i, k, own, shrinking_.api()));
    if (!apart) return false;
    // What one half of a text has lost may make more of the other superfluous.
    while (simplify_values(*apart)) {
    }
    return shrinking_.accept_plainer(apart->best());
  }

  Shrinking& shrinking_;
};

}  // namespace

bool separate_shared_texts(Shrinking& test) { return TextSeparator(test).run(); }

bool use_plain_shared_sources(Shrinking& test) { return SharedSourceShrinker(test).run(); }

bool use_plain_sources(Shrinking& test) { return SourceShrinker(test).run(); }

}  // namespace reenact
