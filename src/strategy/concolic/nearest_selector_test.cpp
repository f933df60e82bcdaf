#include "strategy/concolic/nearest_selector.h"

#include <gtest/gtest.h>

namespace reenact::concolic {
namespace {

/// So many clauses of that run, the last one towards edge `edge`.
Alternative alternative(std::uint64_t edge, std::size_t length = 1, std::uint64_t run = 0) {
  PathCondition clauses(length);
  clauses.back().edge = {edge, 0};
  return {std::move(clauses), run};
}

/// The edge's number is how far it is; above 100 there is no way.
NearestSelector selector() {
  return NearestSelector([](Edge edge) { return edge.branch > 100 ? -1 : static_cast<int>(edge.branch); });
}

std::uint64_t next_edge(NearestSelector& selector) { return selector.next()->suffix().edge.branch; }

TEST(NearestSelector, NearestFirstAndNoWayLast) {
  NearestSelector nearest = selector();
  for (const std::uint64_t edge : {7, 999, 3, 5}) nearest.add(alternative(edge));
  EXPECT_EQ(nearest.pending(), 4);
  for (const std::uint64_t edge : {3, 5, 7, 999}) EXPECT_EQ(next_edge(nearest), edge);
  EXPECT_FALSE(nearest.next().has_value());
}

TEST(NearestSelector, OfEqualsTheLatestRunThenTheShorter) {
  NearestSelector nearest = selector();
  nearest.add(alternative(3, 1, 0));
  nearest.add(alternative(3, 4, 8));
  nearest.add(alternative(3, 2, 8));
  EXPECT_EQ(nearest.next()->size(), 2);
  EXPECT_EQ(nearest.next()->size(), 4);
  EXPECT_EQ(nearest.next()->size(), 1);
}

// strcmp asks for whoever called it: near callers first, and each has attempts of its own.
TEST(NearestSelector, ALibrarysEdgeIsAsFarAsWhoCalledIt) {
  NearestSelector nearest([](Edge edge) {
    return edge.branch == 999 ? kUnknownBranch : edge.branch > 100 ? kNoWay : static_cast<int>(edge.branch);
  });
  const auto called_from = [](std::uint64_t caller) {
    PathCondition clauses(1);
    clauses.back().edge = {999, 0};
    clauses.back().called_from = caller;
    return Alternative{std::move(clauses), 0};
  };
  for (const std::uint64_t caller : {8, 2, 500, 2}) nearest.add(called_from(caller));
  nearest.add(alternative(4, 1, 1));
  std::vector<std::uint64_t> order;
  while (const auto next = nearest.next()) order.push_back(next->suffix().called_from);
  EXPECT_EQ(order, (std::vector<std::uint64_t>{2, 2, 0, 8, 500}));
}

TEST(NearestSelector, OfEqualsThoseOfTheRunThatCameNearest) {
  NearestSelector nearest = selector();
  nearest.ran({Clause{.edge = {1, 0}}});
  nearest.add(alternative(3, 1, 0));
  nearest.ran({Clause{.edge = {9, 0}}});
  nearest.add(alternative(3, 1, 1));
  EXPECT_EQ(nearest.next()->parent(), 0);
  EXPECT_EQ(nearest.next()->parent(), 1);
}

// A loop over a text: each of its characters once, and then again.
TEST(NearestSelector, OfEqualsThoseOfTheIterationTriedLeast) {
  NearestSelector nearest = selector();
  for (const std::uint64_t run : {0, 1})
    for (const std::uint32_t iteration : {0, 1, 2}) {
      Alternative next = alternative(3, 1 + iteration, run);
      next.set_iteration(iteration);
      nearest.add(std::move(next));
    }
  std::vector<std::pair<std::uint64_t, std::uint32_t>> order;
  while (const auto next = nearest.next()) order.emplace_back(next->parent(), next->iteration());
  EXPECT_EQ(order, (decltype(order){{1, 0}, {1, 1}, {1, 2}, {0, 0}, {0, 1}, {0, 2}}));
}

// Each attempt counts like one more block.
TEST(NearestSelector, AnEdgeThatLeadsNowhereMakesRoom) {
  NearestSelector nearest = selector();
  for (int i = 0; i < 4; ++i) nearest.add(alternative(3));
  nearest.add(alternative(5, 1, 1));
  std::vector<std::uint64_t> order;
  while (nearest.pending() > 0) order.push_back(next_edge(nearest));
  EXPECT_EQ(order, (std::vector<std::uint64_t>{3, 3, 5, 3, 3}));
}

}  // namespace
}  // namespace reenact::concolic
