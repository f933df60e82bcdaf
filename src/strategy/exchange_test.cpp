#include "strategy/exchange.h"

#include <gtest/gtest.h>

namespace reenact {
namespace {

constexpr StrategyId kGenetic(0u), kBackward(1u);

ReachedTest reached(double fitness) { return {.test = {}, .fitness = fitness, .frame = {}, .lacks = {}}; }

TEST(Exchange, EachReadsWhatOthersHaveAddedSinceItsLastTurn) {
  Exchange exchange;
  EntryId genetic, backward;
  EXPECT_TRUE(exchange.add(kGenetic, reached(3)));
  EXPECT_TRUE(exchange.add(kBackward, Precondition{FrameIndex(1u), "count > 3", Certainty::kProven}));
  ASSERT_EQ(exchange.news_for(kGenetic, genetic).size(), 1u);
  EXPECT_TRUE(exchange.news_for(kGenetic, genetic).empty());
  EXPECT_EQ(exchange.news_for(kBackward, backward).size(), 1u);
  EXPECT_TRUE(exchange.add(kBackward, WorthTrying{std::int64_t{4}}));
  const auto news = exchange.news_for(kGenetic, genetic);
  ASSERT_EQ(news.size(), 1u);
  EXPECT_EQ(news[0]->id, EntryId(2u));
  EXPECT_TRUE(std::holds_alternative<WorthTrying>(news[0]->finding));
}

TEST(Exchange, OnlyATestBetterThanAllBeforeIsTold) {
  Exchange exchange;
  EXPECT_EQ(exchange.best(), nullptr);
  EXPECT_TRUE(exchange.add(kGenetic, reached(3)));
  EXPECT_FALSE(exchange.add(kBackward, reached(3)));
  EXPECT_TRUE(exchange.add(kBackward, reached(2), EntryId(0u)));
  EXPECT_EQ(exchange.size(), 2u);
  EXPECT_EQ(exchange.best()->by, kBackward);
  EXPECT_EQ(exchange.best()->from, EntryId(0u));
}

TEST(Exchange, EntriesStayWhereTheyAre) {
  Exchange exchange;
  (void)exchange.add(kGenetic, reached(1e6));
  const Entry* first = exchange.best();
  for (int i = 0; i < 1000; ++i) (void)exchange.add(kGenetic, reached(1000 - i));
  EXPECT_EQ(&exchange[EntryId(0u)], first);
  EXPECT_EQ(std::get<ReachedTest>(first->finding).fitness, 1e6);
}

}  // namespace
}  // namespace reenact
