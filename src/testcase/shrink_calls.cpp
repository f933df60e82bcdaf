// Calls that give way to plainer ones of their kind.
#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "testcase/plain_making.h"
#include "testcase/shrinking.h"
#include "testcase/subset.h"

namespace reenact {
namespace {

constexpr std::size_t kTriedCalls = 16;  // other calls in the place of one

bool is_used(const TestCase& test, std::size_t i) {
  return std::ranges::any_of(
      test.arguments, [&](const Argument& each) { return each.mode != PassMode::kNull && each.source.index() == i; });
}

/// Has `attempt(i, given)` exchange call i for the sake of its argument `given`, for all calls and arguments. When it has, the
/// statements have moved: the rest of the call's arguments is passed over. true: it has once.
template <typename Attempt>
bool try_arguments(const Shrinking& shrinking, const Attempt& attempt) {
  bool any = false;
  for (std::size_t i = 0; i < shrinking.best().size() && !shrinking.stopped(); ++i) {
    const std::span<const Argument> now = shrinking.best().arguments_of(shrinking.best().statements[i]);
    const std::vector<Argument> arguments(now.begin(), now.end());
    any = std::ranges::any_of(arguments, [&](const Argument& given) { return attempt(i, given); }) || any;
  }
  return any;
}

/// Calls that put something into a pointer variable of the test.
class FillerShrinker {
 public:
  explicit FillerShrinker(Shrinking& shrinking) : shrinking_(shrinking) {}

  bool run() {
    return try_arguments(shrinking_, [&](std::size_t i, const Argument& given) {
      return !is_used(test(), i) && is_filled(given) && replace(i, given);
    });
  }

 private:
  [[nodiscard]] const TestCase& test() const { return shrinking_.best(); }
  [[nodiscard]] const ApiModel& api() const { return shrinking_.api(); }

  /// `T* p = nullptr; f(&p);`
  [[nodiscard]] bool is_filled(const Argument& given) const {
    if (given.mode != PassMode::kAddress) return false;
    const Statement& made = test()[given.source];
    return made.kind == StatementKind::kCall && api()[made.callable].kind == CallableKind::kVariable &&
           api()[made.type].kind == TypeKind::kPointer;
  }

  bool replace(std::size_t i, const Argument& filled) {
    const TypeId type = test()[filled.source].type;
    const Callable& old = api()[test().statements[i].callable];
    std::size_t tried = 0;
    for (const Callable& other : api().callables) {
      if (!other.usable || other.id == old.id || other.parameters.size() >= old.parameters.size() ||
          other.linkage_name.empty())
        continue;
      for (std::size_t k = 0; k < other.parameters.size(); ++k) {
        const auto& sources = other.parameters[k].sources;
        const auto takes = std::ranges::find_if(
            sources, [&](const Source& source) { return source.type == type && source.mode == PassMode::kAddress; });
        if (takes == sources.end()) continue;
        const auto candidate = with_call(test(), i, other.id, {{k, {filled.source, takes->mode, takes->cast}}}, api());
        if (candidate && shrinking_.accept_plainer(*candidate)) return true;
        if (candidate && ++tried == kTriedCalls) return false;
      }
    }
    return false;
  }

  Shrinking& shrinking_;
};

/// Calls that are given a text by way of a file or a stream, where another call takes the text itself.
class TextShrinker {
 public:
  explicit TextShrinker(Shrinking& shrinking) : shrinking_(shrinking) {}

  bool run() {
    return try_arguments(shrinking_, [&](std::size_t i, const Argument& given) {
      const auto text = text_behind(given);
      return text && replace(i, given, *text);
    });
  }

 private:
  [[nodiscard]] const TestCase& test() const { return shrinking_.best(); }
  [[nodiscard]] const ApiModel& api() const { return shrinking_.api(); }

  /// `FILE* f = fmemopen("<a/>", …)`, `std::istringstream s("<a/>")`: the text.
  [[nodiscard]] std::optional<std::string> text_behind(const Argument& given) const {
    if (given.mode == PassMode::kNull) return std::nullopt;
    const Statement& made = test()[given.source];
    if (made.kind != StatementKind::kCall || !is_wrapper(api()[made.callable])) return std::nullopt;
    for (const Argument& each : test().arguments_of(made))
      if (each.mode != PassMode::kNull && test()[each.source].kind == StatementKind::kText)
        return std::string(test().text_of(test()[each.source]));
    return std::nullopt;
  }

  static bool is_wrapper(const Callable& callable) {
    return callable.kind == CallableKind::kFile || callable.owner == "std";
  }

  /// The argument `wrapped` of call `i` is made of `text`.
  bool replace(std::size_t i, const Argument& wrapped, const std::string& text) {
    const Callable& old = api()[test().statements[i].callable];
    std::size_t tried = 0;
    for (const Callable& other : api().callables) {
      if (!is_alternative(other, old, is_used(test(), i))) continue;
      const auto kept = kept_by(other, i, wrapped);
      if (!kept) continue;
      auto candidate = with_call(test(), i, other.id, *kept, api());
      if (!candidate) continue;
      const std::size_t at = candidate->size() - (test().size() - i);
      if (!set_text(*candidate, at, text)) continue;
      if (shrinking_.accept_plainer(std::move(*candidate))) return true;
      if (++tried == kTriedCalls) return false;
    }
    return false;
  }

  /// May `other` stand where `old` stands?
  static bool is_alternative(const Callable& other, const Callable& old, bool result_is_used) {
    return other.usable && other.id != old.id && other.kind == old.kind && other.owner == old.owner &&
           !other.linkage_name.empty() && (!result_is_used || other.result == old.result);
  }

  /// What `other` takes over of call `i`: objects other than `wrapped`. nullopt: it has no place for one.
  [[nodiscard]] std::optional<std::vector<KeptArgument>> kept_by(const Callable& other, std::size_t i,
                                                                 const Argument& wrapped) const {
    std::vector<KeptArgument> result;
    for (const Argument& argument : test().arguments_of(test().statements[i])) {
      if (argument == wrapped || argument.mode == PassMode::kNull ||
          test()[argument.source].kind != StatementKind::kCall)
        continue;
      const auto takes = [&](const Parameter& parameter) {
        return std::ranges::any_of(parameter.sources, [&](const Source& source) {
          return source.type == test()[argument.source].type && source.mode == argument.mode &&
                 source.cast == argument.cast;
        });
      };
      const auto place = std::ranges::find_if(other.parameters, takes);
      if (place == other.parameters.end()) return std::nullopt;
      result.push_back({static_cast<std::size_t>(place - other.parameters.begin()), argument});
    }
    return result;
  }

  /// The first text among the arguments of call `at` becomes `text`; false: it has none.
  static bool set_text(TestCase& test, std::size_t at, const std::string& text) {
    for (const Argument& each : test.arguments_of(test.statements[at])) {
      if (each.mode == PassMode::kNull) continue;
      if (test[each.source].kind != StatementKind::kText) continue;
      test = with_text(test, each.source.index(), text);
      return true;
    }
    return false;
  }

  Shrinking& shrinking_;
};

}  // namespace

bool use_plain_fillers(Shrinking& test) { return FillerShrinker(test).run(); }

bool use_direct_texts(Shrinking& test) { return TextShrinker(test).run(); }

}  // namespace reenact
