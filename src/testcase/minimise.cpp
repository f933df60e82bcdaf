#include "testcase/minimise.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>
#include <vector>

#include "testcase/subset.h"

namespace reenact {
namespace {

/// All but statement `at` and, transitively, what uses it.
std::vector<bool> without(const TestCase& test, std::size_t at) {
  std::vector<bool> keep(test.size(), true);
  keep[at] = false;
  for (std::size_t i = at + 1; i < test.size(); ++i)
    for (const Argument& argument : test.arguments_of(test.statements[i]))
      if (test.statements[i].kind == StatementKind::kCall && argument.mode != PassMode::kNull &&
          !keep[argument.source.index()])
        keep[i] = false;
  return keep;
}

TestCase selected(const TestCase& test, const std::vector<bool>& keep) {
  TestCase result;
  keep_only(test, keep, result);
  return result;
}

/// Makes one test smaller, step by step; each step keeps the crash.
class Minimiser {
 public:
  Minimiser(const TestCase& test, const ApiModel& api, const std::function<bool(const TestCase&)>& still_crashes,
            const std::function<bool()>& stop)
      : best_(test), api_(api), still_crashes_(still_crashes), stop_(stop) {}

  TestCase run() {
    for (bool changed = true; changed && !stop_();)
      changed = drop_statements() || use_literals() || use_default_arguments() || redirect_arguments() ||
                use_local_objects() || simplify_values();
    return best_;
  }

 private:
  bool accept(TestCase candidate) {
    if (candidate.size() == 0 || !valid(candidate, api_) || !still_crashes_(candidate)) return false;
    best_ = std::move(candidate);
    return true;
  }

  bool drop_statements() {
    bool any = false;
    for (std::size_t i = best_.size(); i-- > 0 && !stop_();)
      if (i < best_.size() && accept(selected(best_, without(best_, i)))) any = true;
    return any;
  }

  /// `draw(code_of(nullptr))` -> `draw(0)`: what a call is made for only as a number.
  bool use_literals() {
    bool any = false;
    for (std::size_t i = 0; i < best_.size() && !stop_(); ++i)
      if (best_.statements[i].kind == StatementKind::kCall && api_[best_.statements[i].callable].result)
        any = use_literal(i) || any;
    return any;
  }

  bool use_literal(std::size_t i) {
    const Type& type = api_[best_.statements[i].type];
    const auto attempt = [&](std::int64_t bits) {
      TestCase candidate = best_;
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

  bool redirect_arguments() {
    bool any = false;
    for (std::size_t i = 0; i < best_.size() && !stop_(); ++i)
      if (best_.statements[i].kind == StatementKind::kCall)
        for (std::size_t k = 0; k < best_.statements[i].count; ++k) any = redirect_argument(i, k) || any;
    return any;
  }

  /// Null, or an earlier variable that fits as well, makes the statement that was there before superfluous.
  bool redirect_argument(std::size_t i, std::size_t k) {
    const std::size_t at = best_.statements[i].first + k;
    const Argument argument = best_.arguments[at];
    if (argument.mode == PassMode::kNull) return false;
    const Parameter& parameter = api_[best_.statements[i].callable].parameters[k];
    if (parameter.nullable && accept_argument(at, Argument{})) return true;
    if (best_[argument.source].kind != StatementKind::kCall) return false;
    for (std::size_t earlier = 0; earlier < argument.source.index(); ++earlier) {
      const Statement& made = best_.statements[earlier];
      if (made.kind != StatementKind::kCall || !api_[made.callable].result) continue;
      const auto fits = std::ranges::find(parameter.sources, made.type, &Source::type);
      if (fits == parameter.sources.end()) continue;
      if (accept_argument(at, {StatementIndex(earlier), fits->mode, fits->cast})) return true;
    }
    return false;
  }

  bool accept_argument(std::size_t at, const Argument& argument) {
    TestCase candidate = best_;
    candidate.arguments[at] = argument;
    return accept(std::move(candidate));
  }

  /// `auto* t = new T(1);` -> `T t(1);`, unless somebody takes it over.
  bool use_local_objects() {
    bool any = false;
    for (std::size_t i = 0; i < best_.size() && !stop_(); ++i)
      if (const auto candidate = with_local_object(i); candidate && accept(*candidate)) any = true;
    return any;
  }

  std::optional<TestCase> with_local_object(std::size_t i) const {
    if (best_.statements[i].kind != StatementKind::kCall) return std::nullopt;
    const Callable& heap = api_[best_.statements[i].callable];
    const auto local = std::ranges::find_if(api_.callables, [&](const Callable& other) {
      return other.usable && other.result && other.result != heap.result &&
             "new " + other.expression == heap.expression && other.parameters.size() == heap.parameters.size();
    });
    if (local == api_.callables.end()) return std::nullopt;
    TestCase candidate = best_;
    candidate.statements[i].callable = local->id;
    candidate.statements[i].type = *local->result;
    for (std::size_t user = i + 1; user < best_.size(); ++user) {
      if (best_.statements[user].kind != StatementKind::kCall) continue;
      for (std::size_t k = 0; k < best_.statements[user].count; ++k) {
        Argument& argument = candidate.arguments[best_.statements[user].first + k];
        if (argument.mode == PassMode::kNull || argument.source.index() != i) continue;
        const Parameter& parameter = api_[best_.statements[user].callable].parameters[k];
        const auto source = std::ranges::find(parameter.sources, *local->result, &Source::type);
        if (parameter.owns || source == parameter.sources.end()) return std::nullopt;
        argument.mode = source->mode;
        argument.cast = source->cast;
      }
    }
    return candidate;
  }

  /// `query("0", nullptr)` -> `query("0")`, where the rest of the arguments has defaults.
  bool use_default_arguments() {
    bool any = false;
    for (std::size_t i = 0; i < best_.size() && !stop_(); ++i) {
      if (best_.statements[i].kind != StatementKind::kCall) continue;
      const Callable& full = api_[best_.statements[i].callable];
      const auto shorter = std::ranges::find_if(api_.callables, [&](const Callable& other) {
        return other.usable && !other.linkage_name.empty() && other.linkage_name == full.linkage_name &&
               other.kind == full.kind && other.result == full.result &&
               other.parameters.size() < full.parameters.size();
      });
      if (shorter == api_.callables.end()) continue;
      TestCase candidate = best_;
      candidate.statements[i].callable = shorter->id;
      candidate.statements[i].count = static_cast<std::uint32_t>(shorter->parameters.size());
      any = accept(std::move(candidate)) || any;
    }
    return any;
  }

  bool simplify_values() {
    bool any = false;
    for (std::size_t i = 0; i < best_.size() && !stop_(); ++i) {
      switch (best_.statements[i].kind) {
        case StatementKind::kScalar:
          any = simplify_scalar(i) || any;
          break;
        case StatementKind::kText:
          any = simplify_text(i) || any;
          break;
        case StatementKind::kNumbers:
          any = shorten_numbers(i) || any;
          break;
        case StatementKind::kCall:
          break;
      }
    }
    return any;
  }

  bool try_bits(std::size_t i, std::int64_t bits) {
    if (best_.statements[i].bits == bits) return false;
    TestCase candidate = best_;
    candidate.statements[i].bits = bits;
    return accept(std::move(candidate));
  }

  bool simplify_scalar(std::size_t i) {
    const Type& type = api_[best_.statements[i].type];
    const std::int64_t old = best_.statements[i].bits;
    if (type.kind == TypeKind::kFloat) {
      const double value = std::bit_cast<double>(old);
      if (value == 0) return false;
      for (const double simpler : {0.0, 1.0, std::trunc(value), std::round(value * 10) / 10}) {
        // Strictly simpler only, else the loop would not end: fewer bits in the pattern, or smaller.
        const bool is_simpler = simpler == 0.0 || (simpler == 1.0 && value != 1.0) ||
                                std::popcount(static_cast<std::uint64_t>(std::bit_cast<std::int64_t>(simpler))) <
                                    std::popcount(static_cast<std::uint64_t>(old));
        if (value != 1.0 && is_simpler && try_bits(i, std::bit_cast<std::int64_t>(simpler))) return true;
      }
      return false;
    }
    if (type.kind == TypeKind::kEnum)
      return !type.enumerators.empty() && old != type.enumerators.front().value &&
             try_bits(i, type.enumerators.front().value);
    if (old == 0) return false;
    if (try_bits(i, 0)) return true;
    if (old == 1) return false;
    if (try_bits(i, 1)) return true;
    if (old < -1 && try_bits(i, -1)) return true;
    // Towards zero by halving, then by one.
    bool any = false;
    const auto magnitude = [](std::int64_t v) {
      return v < 0 ? 0 - static_cast<std::uint64_t>(v) : static_cast<std::uint64_t>(v);
    };
    while (magnitude(best_.statements[i].bits) > 3 && try_bits(i, best_.statements[i].bits / 2)) any = true;
    for (int step = 0; step < 64 && magnitude(best_.statements[i].bits) > 1; ++step) {
      const std::int64_t now = best_.statements[i].bits;
      if (!try_bits(i, now > 0 ? now - 1 : now + 1)) break;
      any = true;
    }
    return any;
  }

  bool try_text(std::size_t i, const std::string& text) {
    TestCase candidate = best_;
    candidate.statements[i].first = static_cast<std::uint32_t>(candidate.bytes.size());
    candidate.statements[i].count = static_cast<std::uint32_t>(text.size());
    candidate.bytes += text;
    return accept(selected(candidate, std::vector<bool>(candidate.size(), true)));
  }

  /// Delta debugging: ever smaller chunks are left out; then plainer characters.
  bool simplify_text(std::size_t i) {
    bool any = false;
    std::string text(best_.text_of(best_.statements[i]));
    for (std::size_t chunk = std::max<std::size_t>(1, text.size() / 2); chunk > 0 && !stop_(); chunk /= 2) {
      for (std::size_t at = 0; at < text.size() && !stop_();) {
        std::string shorter = text;
        shorter.erase(at, chunk);
        if (try_text(i, shorter)) {
          text = shorter;
          any = true;
        } else {
          at += chunk;
        }
      }
    }
    for (std::size_t at = 0; at < text.size() && at < 256 && !stop_(); ++at)
      for (const char plain : {'a', '0', ' '}) {
        if (text[at] == 'a' || text[at] == '0' || text[at] == plain) break;
        const bool printable = text[at] >= 32 && text[at] < 127;
        if (printable && !((text[at] >= 'b' && text[at] <= 'z') || (text[at] >= 'A' && text[at] <= 'Z') ||
                           (text[at] >= '1' && text[at] <= '9') || plain == 'a'))
          break;
        std::string plainer = text;
        plainer[at] = plain;
        if (try_text(i, plainer)) {
          text = plainer;
          any = true;
          break;
        }
      }
    return any;
  }

  bool shorten_numbers(std::size_t i) {
    bool any = false;
    while (best_.statements[i].count > 0 && !stop_()) {
      TestCase candidate = best_;
      candidate.statements[i].count = best_.statements[i].count / 2;
      if (accept(candidate)) {
        any = true;
        continue;
      }
      candidate = best_;
      --candidate.statements[i].count;
      if (!accept(candidate)) break;
      any = true;
    }
    for (std::size_t k = 0; k < best_.statements[i].count && !stop_(); ++k) {
      TestCase candidate = best_;
      auto& number = candidate.numbers[best_.statements[i].first + k];
      if (number == 0) continue;
      number = 0;
      any = accept(std::move(candidate)) || any;
    }
    return any;
  }

  TestCase best_;
  const ApiModel& api_;
  const std::function<bool(const TestCase&)>& still_crashes_;
  const std::function<bool()>& stop_;
};

}  // namespace

TestCase minimise(const TestCase& test, const ApiModel& api, const std::function<bool(const TestCase&)>& still_crashes,
                  const std::function<bool()>& stop) {
  return Minimiser(test, api, still_crashes, stop).run();
}

}  // namespace reenact
