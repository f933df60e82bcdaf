// Values that the subject itself asked for: operands of comparisons made while tests ran.
//
// As in Aschermann et al., "REDQUEEN: fuzzing with input-to-state correspondence" (NDSS 2019), but for typed arguments:
// what one side of a comparison was, and a test holds, is likely to have become that side; the other side is what to put
// there. `if (length == 7340)` failed with 12, and the test has a 12: try 7340. A text `[1}` for which '}' was
// compared with ']': try `[1]`. The same for numbers within texts, and for lengths of texts.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/random.h"

namespace reenact {

class SeenOperands {
 public:
  static constexpr std::size_t kCapacity = 256;  // comparisons of each kind; the oldest make room

  void add_integers(std::int64_t a, std::int64_t b) { add(integers_, next_integers_, {a, b}); }
  void add_reals(double a, double b) { add(reals_, next_reals_, {a, b}); }
  void add_texts(std::string_view a, std::string_view b) { add(texts_, next_texts_, {std::string(a), std::string(b)}); }

  /// An operand of some comparison; nullopt: there was none of this kind.
  [[nodiscard]] std::optional<std::int64_t> integer(Random& random) const;
  [[nodiscard]] std::optional<double> real(Random& random) const;

  /// What a number that equals `value`, as far as `same` tells, was compared with.
  template <typename Same>
  [[nodiscard]] std::optional<std::int64_t> compared_with(const Same& same, Random& random) const {
    std::optional<std::int64_t> result;
    std::uint64_t found = 0;
    for (const auto& [a, b] : integers_) {
      if (same(a) && random.below(++found) == 0) result = b;
      if (same(b) && random.below(++found) == 0) result = a;
    }
    return result;
  }

  /// Puts what a part of `text`, a number or character in it, or its length was compared with in its place; false:
  /// none of a few comparisons drawn had to do with it. The text gets at most kMaxLength bytes longer.
  [[nodiscard]] bool change(std::string& text, Random& random) const;
  static constexpr std::size_t kMaxLength = 1024;

 private:
  template <typename T>
  static void add(std::vector<T>& kept, std::size_t& next, T pair) {
    for (const T& each : kept)
      if (each == pair) return;
    if (kept.size() < kCapacity) {
      kept.push_back(std::move(pair));
      return;
    }
    kept[next] = std::move(pair);
    next = (next + 1) % kCapacity;
  }

  std::vector<std::pair<std::int64_t, std::int64_t>> integers_;
  std::vector<std::pair<double, double>> reals_;
  std::vector<std::pair<std::string, std::string>> texts_;
  std::size_t next_integers_ = 0, next_reals_ = 0, next_texts_ = 0;
};

}  // namespace reenact
