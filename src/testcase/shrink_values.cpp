// Simpler numbers, shorter and plainer texts and arrays.
#include <algorithm>
#include <bit>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "base/repeats.h"
#include "testcase/contracts.h"
#include "testcase/nesting.h"
#include "testcase/shrinking.h"
#include "testcase/subset.h"

namespace reenact {
namespace {

class ValueSimplifier {
 public:
  explicit ValueSimplifier(Shrinking& shrinking) : shrinking_(shrinking) {}

  bool run() {
    bool any = false;
    for (std::size_t i = 0; i < shrinking_.best().size() && !shrinking_.stopped(); ++i) {
      switch (shrinking_.best().statements[i].kind) {
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

 private:
  bool try_bits(std::size_t i, std::int64_t bits) {
    if (shrinking_.best().statements[i].bits == bits) return false;
    TestCase candidate = shrinking_.best();
    candidate.statements[i].bits = bits;
    return shrinking_.accept(candidate) ||
           (fit_arrays(candidate, shrinking_.api(), i) && shrinking_.accept_plainer(std::move(candidate)));
  }

  /// The first name; of joined ones fewer.
  bool simplify_enumerator(std::size_t i, const Type& type, std::int64_t old) {
    if (type.enumerators.empty() || old == type.enumerators.front().value) return false;
    if (try_bits(i, type.enumerators.front().value)) return true;
    return are_flags(type) && std::ranges::any_of(type.enumerators, [&](const Enumerator& each) {
             return (old & each.value) != 0 && old != each.value && try_bits(i, old & ~each.value);
           });
  }

  bool simplify_scalar(std::size_t i) {
    const Type& type = shrinking_.api()[shrinking_.best().statements[i].type];
    const std::int64_t old = shrinking_.best().statements[i].bits;
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
    if (type.kind == TypeKind::kEnum) return simplify_enumerator(i, type, old);
    if (old == 0) return false;
    if (try_bits(i, 0)) return true;
    if (old == 1) return false;
    if (try_bits(i, 1)) return true;
    if (type.is_signed && old < -1 && try_bits(i, -1)) return true;
    // Towards zero by halving, then by one.
    bool any = false;
    const auto magnitude = [&](std::int64_t v) {
      return v < 0 && type.is_signed ? 0 - static_cast<std::uint64_t>(v) : static_cast<std::uint64_t>(v);
    };
    const auto half = [&](std::int64_t v) {
      return type.is_signed ? v / 2 : static_cast<std::int64_t>(static_cast<std::uint64_t>(v) / 2);
    };
    while (magnitude(shrinking_.best().statements[i].bits) > 3 &&
           try_bits(i, half(shrinking_.best().statements[i].bits)))
      any = true;
    if (shrinking_.at_a_limit()) return any;
    // By halves of what is left, down to one: 129087 gets to 65536 in some twenty tries.
    for (std::uint64_t step = magnitude(shrinking_.best().statements[i].bits) / 4 + 1; step > 0; step /= 2) {
      const auto now = static_cast<std::uint64_t>(shrinking_.best().statements[i].bits);
      const bool is_below = type.is_signed && shrinking_.best().statements[i].bits < 0;
      if (try_bits(i, static_cast<std::int64_t>(is_below ? now + step : now - step))) any = true;
    }
    return any;
  }

  bool try_text(std::size_t i, const std::string& text) {
    TestCase candidate = with_text(shrinking_.best(), i, text);
    if (shrinking_.accept(candidate)) return true;
    // Perhaps for a length of it, passed by its address, that was not shortened. What was left out of an array of a declared
    // size, mending puts back: no shorter.
    if (keeps_contracts(candidate, shrinking_.api())) return false;
    mend_contracts(candidate, shrinking_.api());
    return shrinking_.accept_plainer(std::move(candidate));
  }

  /// A text that nests as deep as a stack takes, in parts: what repeats stays or goes as a whole, the rest by characters.
  struct NestedText {
    explicit NestedText(const std::vector<Stretch>& stretches) {
      for (const Stretch& each : stretches) {
        if (each.repeats()) parts.push_back({std::string(each.piece), each.times});
        if (!each.repeats())
          for (const char c : each.piece) parts.push_back({std::string(1, c), 1});
      }
    }
    [[nodiscard]] std::string joined() const {
      std::string result;
      for (const Part& each : parts)
        for (std::size_t i = 0; i < each.times; ++i) result += each.piece;
      return result;
    }
    struct Part {
      std::string piece;
      std::size_t times = 1;
    };
    std::vector<Part> parts;
  };

  /// Takes `changed` instead of `nested`, and of text `i`, if it still crashes.
  bool try_nested(std::size_t i, NestedText& nested, NestedText changed) {
    if (!try_text(i, changed.joined())) return false;
    nested = std::move(changed);
    return true;
  }

  /// Leaves out parts; those that repeat get shorter pieces, and fewer of them.
  bool simplify_nested(std::size_t i, NestedText nested) {
    bool any = false;
    for (std::size_t at = 0; at < nested.parts.size() && !shrinking_.stopped();) {
      NestedText changed = nested;
      changed.parts.erase(changed.parts.begin() + static_cast<std::ptrdiff_t>(at));
      if (try_nested(i, nested, std::move(changed)))
        any = true;
      else
        ++at;
    }
    for (std::size_t at = 0; at < nested.parts.size(); ++at)
      if (nested.parts[at].times > 1) any = simplify_part(i, nested, at) || any;
    return any;
  }

  bool simplify_part(std::size_t i, NestedText& nested, std::size_t part) {
    bool any = false;
    for (std::size_t at = 0; at < nested.parts[part].piece.size() && !shrinking_.stopped();) {
      NestedText changed = nested;
      changed.parts[part].piece.erase(at, 1);
      if (!changed.parts[part].piece.empty() && try_nested(i, nested, std::move(changed)))
        any = true;
      else
        ++at;
    }
    while (nested.parts[part].times / 2 >= kNests && !shrinking_.stopped()) {
      NestedText changed = nested;
      changed.parts[part].times /= 2;
      if (!try_nested(i, nested, std::move(changed))) break;
      any = true;
    }
    return any;
  }

  /// Of a long text often the length alone matters: ever smaller chunks become 'a's.
  bool fill_plainly(std::size_t i, std::string& text) {
    constexpr std::size_t kShort = 16;  // single characters come behind
    bool any = false;
    for (std::size_t chunk = text.size(); chunk >= kShort; chunk /= 2)
      for (std::size_t at = 0; at < text.size() && !shrinking_.stopped(); at += chunk) {
        std::string plainer = text;
        plainer.replace(at, chunk, std::min(chunk, text.size() - at), 'a');
        if (plainer == text || !try_text(i, plainer)) continue;
        text = plainer;
        any = true;
      }
    return any;
  }

  /// Delta debugging: ever smaller chunks are left out; then plainer characters.
  bool simplify_text(std::size_t i) {
    bool any = false;
    std::string text(shrinking_.best().text_of(shrinking_.best().statements[i]));
    if (shrinking_.at_a_limit())
      if (const auto parts = stretches_of(text, kNests); std::ranges::any_of(parts, &Stretch::repeats))
        return simplify_nested(i, NestedText(parts));
    for (std::size_t chunk = std::max<std::size_t>(1, text.size() / 2); chunk > 0 && !shrinking_.stopped();
         chunk /= 2) {
      for (std::size_t at = 0; at < text.size() && !shrinking_.stopped();) {
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
    if (fill_plainly(i, text)) any = true;
    for (std::size_t at = 0; at < text.size() && at < 256 && !shrinking_.stopped(); ++at)
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
    while (shrinking_.best().statements[i].count > 0 && !shrinking_.stopped()) {
      TestCase candidate = shrinking_.best();
      candidate.statements[i].count = shrinking_.best().statements[i].count / 2;
      if (shrinking_.accept(candidate)) {
        any = true;
        continue;
      }
      candidate = shrinking_.best();
      --candidate.statements[i].count;
      if (!shrinking_.accept(candidate)) break;
      any = true;
    }
    for (std::size_t k = 0; k < shrinking_.best().statements[i].count && !shrinking_.stopped(); ++k) {
      TestCase candidate = shrinking_.best();
      auto& number = candidate.numbers[shrinking_.best().statements[i].first + k];
      if (number == 0) continue;
      number = 0;
      any = shrinking_.accept(std::move(candidate)) || any;
    }
    return any;
  }

  Shrinking& shrinking_;
};

}  // namespace

bool simplify_values(Shrinking& test) { return ValueSimplifier(test).run(); }

}  // namespace reenact
