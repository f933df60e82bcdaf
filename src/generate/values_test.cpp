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

}  // namespace
}  // namespace reenact
