#include "testcase/minimise.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <string_view>
#include <vector>

#include "testcase/contracts.h"
#include "testcase/other_callable.h"
#include "testcase/plain_making.h"
#include "testcase/shrinking.h"
#include "testcase/subset.h"

namespace reenact {
namespace {

constexpr std::string_view kThroughConst =
    "std::as_const(";  // as api/builder/calls.cpp writes a call of an overload for const objects

/// Makes one test smaller, step by step; each step keeps the crash.
class Minimiser {
 public:
  explicit Minimiser(Shrinking shrinking) : shrinking_(std::move(shrinking)) {}

  TestCase run() {
    keep_contracts();
    drop_runs();
    for (bool changed = true; changed && !stopped();)
      changed = drop_statements() || use_plain_sources(shrinking_) || use_plain_shared_sources(shrinking_) ||
                use_literals() || use_fewer_arguments() || use_plain_fillers(shrinking_) ||
                use_direct_texts(shrinking_) || use_local_objects() || use_single_calls() || use_plain_overloads() ||
                use_real_lengths() || simplify_values(shrinking_) || separate_shared_texts(shrinking_);
    if (!stopped()) put_in_reading_order(shrinking_);
    return best();
  }

 private:
  [[nodiscard]] const TestCase& best() const { return shrinking_.best(); }
  [[nodiscard]] const ApiModel& api() const { return shrinking_.api(); }
  [[nodiscard]] bool stopped() const { return shrinking_.stopped(); }
  bool accept(TestCase candidate) { return shrinking_.accept(std::move(candidate)); }

  void keep_contracts() {
    TestCase mended = best();
    mend_contracts(mended, api());
    (void)shrinking_.accept_plainer(std::move(mended));
  }

  /// Halves, quarters, and so on, the last first: where a test takes seconds, there is no time for all statements one by one.
  void drop_runs() {
    constexpr std::size_t kLeast = 4;
    for (std::size_t length = best().size() / 2; length >= kLeast; length /= 2)
      for (std::size_t end = best().size(); end > 0 && !stopped(); end = std::min(best().size(), end - length)) {
        std::vector<bool> keep(best().size(), true);
        const std::size_t begin = end > length ? end - length : 0;
        std::fill(keep.begin() + static_cast<std::ptrdiff_t>(begin), keep.begin() + static_cast<std::ptrdiff_t>(end),
                  false);
        drop_dependents(best(), keep);
        TestCase candidate;
        keep_only(best(), keep, candidate);
        (void)accept(std::move(candidate));
        if (end <= length) break;
      }
  }

  bool drop_statements() {
    bool any = false;
    for (std::size_t i = best().size(); i-- > 0 && !stopped();)
      if (i < best().size() && accept(without(best(), i))) any = true;
    return any;
  }

  /// `draw(code_of(nullptr))` -> `draw(0)`: what a call is made for only as a number.
  bool use_literals() {
    bool any = false;
    for (std::size_t i = 0; i < best().size() && !stopped(); ++i)
      if (best().statements[i].kind == StatementKind::kCall && api()[best().statements[i].callable].result)
        any = use_literal(i) || any;
    return any;
  }

  bool use_literal(std::size_t i) {
    const Type& type = api()[best().statements[i].type];
    const auto attempt = [&](std::int64_t bits) {
      TestCase candidate = best();
      candidate.statements[i] = {.kind = StatementKind::kScalar, .type = type.id, .bits = bits};
      return accept(std::move(candidate));
    };
    switch (type.kind) {
      case TypeKind::kBool:
      case TypeKind::kInteger:
        return attempt(0) || attempt(1) || (type.is_signed && attempt(-1));
      case TypeKind::kEnum:
        return !type.enumerators.empty() && attempt(type.enumerators.front().value);
      case TypeKind::kFloat:
        return attempt(0) || attempt(std::bit_cast<std::int64_t>(1.0));
      default:
        return false;
    }
  }

  /// A length that is a number though it could be asked of the buffer. One at a time: statements move when one is changed.
  bool use_real_lengths() {
    for (std::size_t i = 0; i < best().size() && !stopped(); ++i) {
      if (best().statements[i].kind != StatementKind::kCall) continue;
      for (std::size_t k = 0; k < best().statements[i].count; ++k)
        if (use_real_length(i, k)) return true;
    }
    return false;
  }

  bool use_real_length(std::size_t i, std::size_t k) {
    const Statement& call = best().statements[i];
    const Parameter& length = api()[call.callable].parameters[k];
    if (!may_measure(length) || best().arguments[call.first + k].mode == PassMode::kLength) return false;
    const Argument buffer = best().arguments[call.first + *length.length_of];
    if (buffer.mode != PassMode::kBuffer) return false;
    return shrinking_.accept_plainer(with_argument(best(), i, k, {buffer.source, PassMode::kLength, kNoCast}));
  }

  /// `auto* t = new T(1);` -> `T t(1);`, unless somebody takes it over.
  bool use_local_objects() {
    bool any = false;
    for (std::size_t i = 0; i < best().size() && !stopped(); ++i)
      if (const auto candidate = with_local_object(i); candidate && accept(*candidate)) any = true;
    return any;
  }

  std::optional<TestCase> with_local_object(std::size_t i) const {
    if (best().statements[i].kind != StatementKind::kCall) return std::nullopt;
    const Callable& heap = api()[best().statements[i].callable];
    const auto local = std::ranges::find_if(api().callables, [&](const Callable& other) {
      return other.usable && other.result && other.result != heap.result &&
             "new " + other.expression == heap.expression && other.linkage_name == heap.linkage_name &&
             other.parameters.size() == heap.parameters.size();
    });
    if (local == api().callables.end()) return std::nullopt;
    return with_maker(best(), i, local->id, api());
  }

  /// `for (int i = 0; i < 7; ++i) map.insert(i);` -> `map.insert(0);`
  bool use_single_calls() {
    bool any = false;
    for (std::size_t i = 0; i < best().size() && !stopped(); ++i) {
      const Statement& call = best().statements[i];
      if (call.kind != StatementKind::kCall || !is_loop(api()[call.callable])) continue;
      const Callable& loop = api()[call.callable];
      const auto single = std::ranges::find_if(api().callables, [&](const Callable& other) {
        return other.usable && !is_loop(other) && other.name == loop.name && other.owner == loop.owner &&
               (other.parameters.size() == loop.parameters.size() ||
                other.parameters.size() + 1 == loop.parameters.size());
      });
      if (single == api().callables.end()) continue;
      if (auto candidate = with_call(best(), i, single->id, arguments_in(i, *single), api()))
        any = shrinking_.accept_plainer(std::move(*candidate)) || any;
    }
    return any;
  }

  /// The arguments of loop `i` that parameters of `single` of the same name and type take over.
  [[nodiscard]] std::vector<KeptArgument> arguments_in(std::size_t i, const Callable& single) const {
    const Statement& call = best().statements[i];
    const Callable& loop = api()[call.callable];
    std::vector<KeptArgument> result;
    for (std::size_t k = 0, next = 0; k < single.parameters.size() && next < call.count; ++k) {
      const Parameter &wanted = single.parameters[k], &given = loop.parameters[next];
      if (wanted.name == given.name && wanted.type == given.type)
        result.push_back({k, best().arguments[call.first + next++]});
    }
    return result;
  }

  /// `std::as_const(document).root()` -> `document.root()`, where both give what the test goes on with.
  bool use_plain_overloads() {
    bool any = false;
    for (std::size_t i = 0; i < best().size() && !stopped(); ++i) {
      if (best().statements[i].kind != StatementKind::kCall) continue;
      const Callable& used = api()[best().statements[i].callable];
      if (!used.expression.starts_with(kThroughConst)) continue;
      const auto plain = std::ranges::find_if(api().callables, [&](const Callable& other) {
        return other.usable && other.name == used.name && other.kind == used.kind &&
               other.result.has_value() == used.result.has_value() && !other.expression.starts_with(kThroughConst) &&
               other.parameters.size() == used.parameters.size();
      });
      if (plain == api().callables.end()) continue;
      if (const auto candidate = with_maker(best(), i, plain->id, api())) any = accept(*candidate) || any;
    }
    return any;
  }

  /// `query("0", nullptr)` -> `query("0")`, where the rest of the arguments has defaults; `int a[] = {1, 2};` -> `int a[] = {1};`.
  bool use_fewer_arguments() {
    bool any = false;
    for (std::size_t i = 0; i < best().size() && !stopped(); ++i) {
      if (best().statements[i].kind != StatementKind::kCall) continue;
      const Callable& full = api()[best().statements[i].callable];
      any = std::ranges::any_of(api().callables,
                                [&](const Callable& other) {
                                  return leaves_out_the_last(other, full) && use_first_arguments(i, other);
                                }) ||
            any;
    }
    return any;
  }

  static bool leaves_out_the_last(const Callable& other, const Callable& full) {
    const bool is_function = !other.linkage_name.empty() && other.linkage_name == full.linkage_name;
    const bool is_array = (other.kind == CallableKind::kArray || other.kind == CallableKind::kVariable) &&
                          other.name == full.name && other.linkage_name.empty();
    return other.usable && (is_function || is_array) && other.kind == full.kind && other.result == full.result &&
           other.parameters.size() < full.parameters.size();
  }

  bool use_first_arguments(std::size_t i, const Callable& shorter) {
    TestCase candidate = best();
    candidate.statements[i].callable = shorter.id;
    candidate.statements[i].count = static_cast<std::uint32_t>(shorter.parameters.size());
    adapt_arguments(candidate, i, api());
    return accept(std::move(candidate));
  }

  Shrinking shrinking_;
};

}  // namespace

TestCase minimise(const TestCase& test, const ApiModel& api, const std::function<bool(const TestCase&)>& still_crashes,
                  const std::function<bool()>& stop, bool at_a_limit) {
  return Minimiser(Shrinking(test, api, still_crashes, stop, at_a_limit)).run();
}

}  // namespace reenact
