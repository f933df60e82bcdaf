#include "generate/seen_operands.h"

#include <gmock/gmock.h>

#include <bit>
#include <set>

#include "generate/values.h"

namespace reenact {
namespace {

using testing::Contains;

/// All that `make` gives in many draws.
template <typename Make>
auto draws(const Make& make) {
  Random random(Seed(std::uint64_t{1}));
  std::set<decltype(make(random))> result;
  for (int i = 0; i < 2000; ++i) result.insert(make(random));
  return result;
}

std::set<std::string> changes(const SeenOperands& seen, const std::string& text) {
  return draws([&](Random& random) {
    std::string changed = text;
    (void)seen.change(changed, random);
    return changed;
  });
}

TEST(SeenOperands, ANumberBecomesWhatItWasComparedWith) {
  SeenOperands seen;
  seen.add_integers(12, 7340);
  seen.add_integers(12, -8);
  seen.add_integers(3, 12);
  seen.add_integers(4, 99);
  const auto found =
      draws([&](Random& random) { return seen.compared_with([](std::int64_t value) { return value == 12; }, random); });
  EXPECT_THAT(found, testing::ElementsAre(-8, 3, 7340));
  EXPECT_EQ(
      draws([&](Random& random) { return seen.compared_with([](std::int64_t value) { return value == 5; }, random); }),
      std::set<std::optional<std::int64_t>>{std::nullopt});
}

TEST(SeenOperands, PartsOfTextsBecomeWhatTheyWereComparedWith) {
  SeenOperands texts, characters, numbers, lengths;
  texts.add_texts("tru", "true");
  EXPECT_THAT(changes(texts, "[tru]"), Contains("[true]"));
  characters.add_integers('}', ']');
  EXPECT_EQ(changes(characters, "[1}"), (std::set<std::string>{"[1]", "[1}"}));
  numbers.add_integers(65, 1'000'000);
  EXPECT_THAT(changes(numbers, "&#65;"), Contains("&#1000000;"));
  lengths.add_integers(3, 5);
  EXPECT_THAT(changes(lengths, "abc"), Contains("abcab"));
}

TEST(SeenOperands, NumbersOfSeveralBytesBecomeWhatTheyWereComparedWith) {
  SeenOperands two, four, negative;
  two.add_integers(0x1234, 0x0102);
  EXPECT_THAT(changes(two, "a\x12\x34z"), Contains(std::string("a\x01\x02z")));
  EXPECT_THAT(changes(two, "a\x34\x12z"), Contains(std::string("a\x02\x01z")));
  four.add_integers(0x12345678, 77);
  EXPECT_THAT(changes(four, "a\x12\x34\x56\x78z"), Contains(std::string("a\0\0\0Mz", 6)));
  negative.add_integers(-2, 0x1234);
  EXPECT_THAT(changes(negative, "a\xff\xfez"), Contains(std::string("a\x12\x34z")));
}

TEST(SeenOperands, NothingThatFitsIsNoChange) {
  SeenOperands seen;
  std::string text = "abc";
  Random random(Seed(std::uint64_t{1}));
  EXPECT_FALSE(seen.change(text, random));
  seen.add_integers(1'000'000, 2'000'000);
  EXPECT_FALSE(seen.change(text, random));
  EXPECT_EQ(text, "abc");
}

TEST(SeenOperands, TheOldestMakeRoom) {
  SeenOperands seen;
  for (std::int64_t i = 0; i < static_cast<std::int64_t>(SeenOperands::kCapacity) + 1; ++i)
    seen.add_integers(i, -1000 - i);
  const auto first = [&](Random& random) {
    return seen.compared_with([](std::int64_t value) { return value == 0; }, random);
  };
  EXPECT_EQ(draws(first), std::set<std::optional<std::int64_t>>{std::nullopt});
}

TEST(SeenOperands, ValuesOfTestsAreDrawnFromThem) {
  SeenOperands seen;
  seen.add_integers(123'456'789, 5);
  seen.add_reals(0.125, 3e7);
  ValuePool pool;
  pool.seen = &seen;
  Type integer, real;
  integer.kind = TypeKind::kInteger;
  integer.bits = 32;
  integer.is_signed = true;
  real.kind = TypeKind::kFloat;
  EXPECT_THAT(draws([&](Random& random) { return fresh_scalar(integer, pool, random); }), Contains(123'456'789));
  EXPECT_THAT(draws([&](Random& random) { return changed_scalar(integer, 5, pool, random); }), Contains(123'456'789));
  EXPECT_THAT(draws([&](Random& random) { return std::bit_cast<double>(fresh_scalar(real, pool, random)); }),
              Contains(3e7));
}

}  // namespace
}  // namespace reenact
