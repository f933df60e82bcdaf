#include "generate/values.h"

#include <gtest/gtest.h>

#include <set>

namespace reenact {
namespace {

TEST(Values, MacrosOfTheHeadersAreTriedAloneAndTogether) {
  Type integer;
  integer.kind = TypeKind::kInteger;
  integer.bits = 32;
  integer.is_signed = true;
  ValuePool pool;
  pool.flags = {1 << 20, 1 << 24};
  Random random(Seed(1u));
  std::set<std::int64_t> seen;
  for (int i = 0; i < 5000; ++i) seen.insert(fresh_scalar(integer, pool, random));
  for (const std::int64_t wanted : {1 << 20, 1 << 24, (1 << 20) | (1 << 24)}) EXPECT_TRUE(seen.contains(wanted));
}

TEST(Values, WhatAnotherStrategyToldIsTriedAsOftenAsTheShareSays) {
  Type integer;
  integer.kind = TypeKind::kInteger;
  integer.bits = 32;
  ValuePool pool;
  pool.draws.numbers.told = 0.5;
  pool.tell(std::int64_t{-1879002111});
  pool.tell(std::int64_t{-1879002111});
  EXPECT_EQ(pool.told.size(), 1U);
  Random random(Seed(1u));
  int times = 0;
  for (int i = 0; i < 1000; ++i) times += fresh_scalar(integer, pool, random) == 4294967296 - 1879002111 ? 1 : 0;
  EXPECT_GT(times, 400);
  EXPECT_LT(times, 600);
}

TEST(Values, NothingIsDrawnWhereNothingWasTold) {
  Type integer;
  integer.kind = TypeKind::kInteger;
  integer.bits = 32;
  ValuePool often, never;
  often.draws.numbers.told = 1;
  never.draws.numbers.told = 0;
  Random one(Seed(3u)), other(Seed(3u));
  for (int i = 0; i < 100; ++i) EXPECT_EQ(fresh_scalar(integer, often, one), fresh_scalar(integer, never, other));
}

}  // namespace
}  // namespace reenact
