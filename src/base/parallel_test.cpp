#include "base/parallel.h"

#include <gtest/gtest.h>

#include <latch>

namespace reenact {
namespace {

TEST(InParallel, EachIsCalledOnce) {
  for (const unsigned jobs : {0u, 1u, 3u, 20u}) {
    std::vector<std::atomic<int>> calls(10);
    in_parallel(calls.size(), jobs, [&](std::size_t i) { ++calls[i]; });
    EXPECT_TRUE(std::ranges::all_of(calls, [](const std::atomic<int>& each) { return each == 1; })) << jobs;
  }
  in_parallel(0, 2, [](std::size_t) { FAIL(); });
}

TEST(InParallel, SeveralGoOnAtATime) {
  std::latch both(2);
  in_parallel(2, 2, [&](std::size_t) { both.arrive_and_wait(); });  // one behind the other would wait for ever
}

}  // namespace
}  // namespace reenact
