#include "base/background.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <thread>

namespace reenact {
namespace {

TEST(GiveWay, ConcernsTheThreadAlone) {
  const int before = getpriority(PRIO_PROCESS, 0);
  int there = 0;
  std::jthread([&] {
    give_way();
    there = getpriority(PRIO_PROCESS, 0);
  }).join();
  EXPECT_EQ(there, std::min(before + 5, 19));
  EXPECT_EQ(getpriority(PRIO_PROCESS, 0), before);
}

}  // namespace
}  // namespace reenact
