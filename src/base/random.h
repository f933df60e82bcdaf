// The one random source. Injected everywhere, so the same seed repeats the same search on every platform: the
// generator is xoshiro256** (Blackman & Vigna 2018), and the distributions are our own because the standard
// library's differ between implementations.
#pragma once

#include <bit>
#include <cassert>
#include <cstdint>
#include <span>

#include "base/ids.h"

namespace reenact {

class Random {
 public:
  explicit Random(Seed seed) {
    // SplitMix64 spreads a small seed over the whole state.
    std::uint64_t x = seed.value;
    for (auto& word : state_) {
      x += 0x9e3779b97f4a7c15ULL;
      std::uint64_t z = x;
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
  /// A number in [low, high], both included.
  std::int64_t between(std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(below(static_cast<std::uint64_t>(high - low) + 1));
  }
  /// A number in [0, 1).
  double unit() { return static_cast<double>((*this)() >> 11) * 0x1.0p-53; }
  /// True with the given probability in [0, 1].
  bool chance(double probability) { return unit() < probability; }
  /// REQUIRES: !items.empty().
  template <typename T>
  const T& pick(std::span<const T> items) {
    return items[below(items.size())];
  }
  template <typename Container>
  const auto& pick(const Container& items) {
    return items[below(items.size())];
  }

 private:
  std::uint64_t state_[4];
};

}  // namespace reenact
