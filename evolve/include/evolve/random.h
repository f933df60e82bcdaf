// The random source of every operator. The same seed gives the same numbers on every platform: the generator
// is xoshiro256** (Blackman & Vigna 2018), and the distributions are our own because the standard library's
// differ between implementations.
#pragma once

#include <bit>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace evolve {

class Random {
 public:
  explicit Random(std::uint64_t seed) {
    // SplitMix64 spreads a small seed over the whole state.
    for (auto& word : state_) {
      seed += 0x9e3779b97f4a7c15ULL;
      std::uint64_t z = seed;
      z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
      z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
      word = z ^ (z >> 31);
    }
  }

  using result_type = std::uint64_t;
  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return ~0ULL; }

  std::uint64_t operator()() {
    const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
    const std::uint64_t t = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= t;
    state_[3] = std::rotl(state_[3], 45);
    return result;
  }

  /// A number in [0, bound). REQUIRES: bound > 0. (Lemire's multiply-shift; the bias of at most bound/2^64 is
  /// far below what a search can notice.)
  std::uint64_t below(std::uint64_t bound) {
    assert(bound > 0);
    return static_cast<std::uint64_t>((static_cast<unsigned __int128>((*this)()) * bound) >> 64);
  }
  /// A number in [low, high], both included. REQUIRES: low <= high, and not the whole range of the type.
  std::int64_t between(std::int64_t low, std::int64_t high) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(low) +
                                     below(static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low) + 1));
  }
  /// A number in [0, 1).
  double unit() { return static_cast<double>((*this)() >> 11) * 0x1.0p-53; }
  /// A number in [low, high).
  double uniform(double low, double high) { return low + (high - low) * unit(); }
  /// True with the given probability in [0, 1].
  bool chance(double probability) { return unit() < probability; }
  /// A number of the standard normal distribution (Box & Muller 1958).
  double normal() {
    const double radius = std::sqrt(-2.0 * std::log1p(-unit()));
    return radius * std::cos(6.283185307179586 * unit());
  }
  /// How many trials of the given probability fail before the first success: the gap to the next chosen gene,
  /// in one draw instead of one per gene. REQUIRES: 0 < probability <= 1.
  std::size_t gap(double probability) {
    if (probability >= 1) return 0;
    const double skipped = std::floor(std::log1p(-unit()) / std::log1p(-probability));
    constexpr double limit = 0x1.0p62;
    return skipped < limit ? static_cast<std::size_t>(skipped) : static_cast<std::size_t>(limit);
  }
  /// One of the items. REQUIRES: not empty.
  template <typename Container>
  const auto& pick(const Container& items) {
    return items[below(items.size())];
  }

 private:
  std::uint64_t state_[4];
};

}  // namespace evolve
