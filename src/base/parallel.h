// The same for many things, several at a time.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

namespace reenact {

/// Calls `each(i)` for every i below `count`, up to `jobs` (0 counts as 1) at a time, in this thread and others; returns when all
/// have returned. The lowest begin first. REQUIRES: `each` does not throw.
template <typename Each>
void in_parallel(std::size_t count, unsigned jobs, const Each& each) {
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t i; (i = next++) < count;) each(i);
  };
  std::vector<std::jthread> others;
  for (std::size_t i = 1; i < std::min<std::size_t>(jobs, count); ++i) others.emplace_back(work);
  work();
}

}  // namespace reenact
