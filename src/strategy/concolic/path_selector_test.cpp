#include "strategy/concolic/path_selector.h"

#include <gtest/gtest.h>

#include <map>

#include "strategy/concolic/generational_selector.h"

namespace reenact::concolic {
namespace {

/// So many clauses, the last one towards `edge`.
Alternative alternative(std::size_t length, std::uint32_t edge = 0) {
  PathCondition clauses(length);
  clauses.back().edge = {edge, 1};
  return {std::move(clauses), 0};
}

std::vector<std::size_t> lengths(PathSelector& selector) {
  std::vector<std::size_t> result;
  while (const auto next = selector.next()) result.push_back(next->size());
  return result;
}

TEST(PathSelector, Fifo) {
  FifoSelector selector;
  for (const std::size_t length : {3, 1, 2}) selector.add(alternative(length));
  EXPECT_EQ(selector.pending(), 3);
  EXPECT_EQ(lengths(selector), (std::vector<std::size_t>{3, 1, 2}));
  EXPECT_EQ(selector.pending(), 0);
}

TEST(PathSelector, ShortestFirst) {
  const auto selector = shortest_first();
  for (const std::size_t length : {3, 1, 4, 2}) selector->add(alternative(length));
  EXPECT_EQ(lengths(*selector), (std::vector<std::size_t>{1, 2, 3, 4}));
}

TEST(PathSelector, EquallyCheapOnesInTheirOrder) {
  const auto selector = shortest_first();
  for (const std::uint32_t edge : {5u, 3u, 4u}) selector->add(alternative(2, edge));
  for (const std::uint32_t edge : {5u, 3u, 4u}) EXPECT_EQ(selector->next()->suffix().edge.branch, edge);
}

TEST(PathSelector, NearestFirstAndWhatLeadsNowhereLast) {
  std::map<std::uint64_t, int> blocks{{1, 4}, {2, -1}, {3, 0}, {4, 4}};
  const auto selector = nearest_first([&](Edge edge) { return blocks.at(edge.branch); });
  selector->add(alternative(9, 1));
  selector->add(alternative(1, 2));
  selector->add(alternative(50, 3));
  selector->add(alternative(2, 4));
  EXPECT_EQ(lengths(*selector), (std::vector<std::size_t>{50, 2, 9, 1}));
}

TEST(PathSelector, CoverageChangesWhatIsNear) {
  std::map<std::uint64_t, int> blocks{{1, 2}, {2, 3}};
  const auto selector = nearest_first([&](Edge edge) { return blocks.at(edge.branch); });
  selector->add(alternative(1, 1));
  selector->add(alternative(1, 2));
  blocks[1] = 9;
  selector->reorder();
  EXPECT_EQ(selector->next()->suffix().edge.branch, 2);
}

/// A run that takes the edges so often.
PathCondition path(const std::map<std::uint64_t, int>& edges) {
  PathCondition result;
  for (const auto& [branch, count] : edges)
    for (int i = 0; i < count; ++i) result.push_back({.condition = {}, .edge = {branch, 0}, .other = {branch, 1}});
  return result;
}

TEST(GenerationalSelector, HalfOfWhatARunBroughtIsItsChildrens) {
  GenerationalSelector selector;
  selector.ran(path({{1, 1}, {2, 1}, {3, 1}, {4, 1}}));
  selector.add(alternative(1));
  selector.add(alternative(2));
  EXPECT_EQ(selector.next()->size(), 1);
  selector.ran(path({{1, 1}}));  // nothing new, but its parent brought four
  selector.add(alternative(3));
  EXPECT_EQ(lengths(selector), (std::vector<std::size_t>{2, 3}));
}

TEST(GenerationalSelector, TheRunThatBroughtMostComesFirst) {
  GenerationalSelector selector;
  selector.ran(path({{1, 1}}));
  selector.add(alternative(1));
  selector.ran(path({{1, 1}, {2, 1}, {3, 1}}));
  selector.add(alternative(2));
  selector.add(alternative(3));
  selector.ran(path({{1, 2}}));
  selector.add(alternative(4));
  selector.ran(path({{1, 3}, {2, 1}}));
  selector.add(alternative(5));
  EXPECT_EQ(selector.pending(), 5);
  // Edges 2 and 3; one each, the second time twice instead of once; three times counts as twice.
  EXPECT_EQ(lengths(selector), (std::vector<std::size_t>{2, 3, 1, 4, 5}));
}

TEST(GenerationalSelector, WhatARunBroughtIsWeighedAgainstItsCost) {
  GenerationalSelector selector;
  selector.ran(path({{1, 1000}, {2, 1000}, {3, 1000}}));  // three edges by 3000 clauses
  selector.add(alternative(1));
  selector.ran(path({{4, 1}}));
  selector.add(alternative(2));
  EXPECT_EQ(lengths(selector), (std::vector<std::size_t>{2, 1}));
}

}  // namespace
}  // namespace reenact::concolic
