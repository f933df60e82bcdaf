#include "program/field_flow.h"

#include <gtest/gtest.h>

namespace reenact {
namespace {

TEST(Satisfies, WhatIsKnownOfTheStoredBitsDecides) {
  const Comparison has_flag{"ne", 0x100, 0, 32};
  const Produced with_flag{.ones = 0x100, .zeros = 0}, zero{.ones = 0, .zeros = ~0ULL},
      other_flag{.ones = 0x200, .zeros = 0};
  EXPECT_EQ(satisfies(with_flag, has_flag, true), Satisfies::kAlways);
  EXPECT_EQ(satisfies(with_flag, has_flag, false), Satisfies::kNever);
  EXPECT_EQ(satisfies(zero, has_flag, true), Satisfies::kNever);
  EXPECT_EQ(satisfies(other_flag, has_flag, true), Satisfies::kMaybe);

  const Comparison negative{"slt", 0xffffffff, 0, 32};
  EXPECT_EQ(satisfies({.ones = 0xffffffff, .zeros = ~0xffffffffULL}, negative, true), Satisfies::kAlways);
  EXPECT_EQ(satisfies(zero, negative, true), Satisfies::kNever);
  EXPECT_EQ(satisfies(zero, {"ult", 0xffffffff, 5, 32}, true), Satisfies::kAlways);

  // One differing bit is enough to say that two values are not equal.
  const Produced odd{.ones = 1, .zeros = 0};
  EXPECT_EQ(satisfies(odd, {"eq", 0xffffffff, 4, 32}, true), Satisfies::kNever);
  EXPECT_EQ(satisfies(odd, {"eq", 0xffffffff, 5, 32}, true), Satisfies::kMaybe);
  EXPECT_EQ(satisfies(odd, {}, true), Satisfies::kMaybe);
}

}  // namespace
}  // namespace reenact
