#include "strategy/concolic/fingerprint.h"

#include <gtest/gtest.h>

#include <set>

#include "strategy/concolic/testdata/clauses.h"

namespace reenact::concolic {
namespace {

std::set<unsigned> columns_of(const Fingerprint& fingerprint, unsigned row) {
  std::set<unsigned> result;
  for (unsigned column = 0; column < Fingerprint::kColumns; ++column)
    if (fingerprint.bit(column, row)) result.insert(column);
  return result;
}

std::size_t bits_below(const Fingerprint& fingerprint) {
  std::size_t count = 0;
  for (unsigned row = 1; row < Fingerprint::kRows; ++row) count += columns_of(fingerprint, row).size();
  return count;
}

class FingerprintTest : public testing::Test {
 protected:
  Fingerprint of(const std::vector<Clause>& clauses) { return fingerprint_of(clauses, hash_); }
  Clauses c_;
  ClauseHash hash_{c_.e};
};

// Section 4.2: abstract clauses have no values and no indices.
TEST_F(FingerprintTest, AbstractClauses) {
  const Expr a = c_.at_most("input.a[2]", 30).condition;
  const Expr b = c_.at_most("input.a[4]", 7).condition;
  const Expr other = c_.at_most("input.b[2]", 30).condition;
  EXPECT_EQ(hash_.abstract(a), hash_.abstract(b));
  EXPECT_NE(hash_.concrete(a), hash_.concrete(b));
  EXPECT_NE(hash_.abstract(a), hash_.abstract(other));
  EXPECT_NE(hash_.abstract(a), hash_.abstract(c_.equals("input.a[2]", 30).condition)) << "another operation";
}

// The same clause has the same hash in another table, where its parts were made in another order.
TEST_F(FingerprintTest, HashesFollowFromTheClauseAlone) {
  Clauses other;
  (void)other.symbol("y");
  (void)other.symbol("x");
  ClauseHash others(other.e);
  EXPECT_EQ(hash_.concrete(c_.equal("x", "y").condition), others.concrete(other.equal("x", "y").condition));
}

// Figure 4, the Bloom filter of one row: what was inserted is found, and bits only ever are added.
TEST_F(FingerprintTest, Figure4WhatWasInsertedIsIn) {
  const Clause x = c_.at_most("a", 3);
  const Clause y = c_.equals("b", 4);
  const Fingerprint one = of({x});
  const Fingerprint both = of({x, y});
  for (const unsigned column : columns_of(one, 0)) EXPECT_TRUE(both.bit(column, 0));
  EXPECT_LE(columns_of(one, 0).size(), 3);
  EXPECT_EQ(of({x, x}), one);
}

// Figure 5: x and z are alike, so they share the columns of the first row; y is not, and has its own.
TEST_F(FingerprintTest, Figure5LikeClausesShareColumns) {
  const Clause x = c_.at_most("input.a[0]", 30);
  const Clause y = c_.equals("input.size", 5);
  const Clause z = c_.at_most("input.a[3]", 12);
  const auto columns = [&](const Clause& clause) { return columns_of(of({clause}), 0); };
  EXPECT_EQ(columns(x), columns(z));
  EXPECT_NE(columns(x), columns(y));
  EXPECT_EQ(columns(x).size(), 3) << "the optimal case of the figure";
  const Fingerprint all = of({x, y, z});
  for (unsigned row = 1; row < Fingerprint::kRows; ++row)
    for (const unsigned column : columns_of(all, row))
      EXPECT_TRUE(all.bit(column, 0)) << "only below bits that are set";
  EXPECT_EQ(bits_below(of({x})), 3) << "one for each hash function";
  EXPECT_GT(bits_below(of({x, z})), bits_below(of({x}))) << "concrete clauses differ in their column";
}

TEST_F(FingerprintTest, Jaccard) {
  Fingerprint a;
  Fingerprint b;
  EXPECT_EQ(a.similarity(b), 1);
  a.insert(0, 0);
  EXPECT_EQ(a.similarity(b), 0);
  EXPECT_EQ(a.similarity(a), 1);
  const Clause x = c_.at_most("input.a[0]", 30);
  const Clause z = c_.at_most("input.a[3]", 12);
  const Clause y = c_.equals("input.size", 5);
  EXPECT_GT(of({x}).similarity(of({z})), of({x}).similarity(of({y}))) << "like clauses are nearer";
  EXPECT_EQ(of({x}).similarity(of({z})), of({z}).similarity(of({x})));
}

}  // namespace
}  // namespace reenact::concolic
