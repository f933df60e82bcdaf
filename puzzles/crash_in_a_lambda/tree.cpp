#include "tree.h"

#include <cstdlib>
#include <functional>

int depth_of(const std::vector<int>& parents, int node) {
  const auto is_node = [&](int at) { return at >= 0 && at < static_cast<int>(parents.size()); };
  std::function<int(int)> depth;
  depth = [&](int at) {
    if (at == -1) return 0;
    if (!is_node(at)) std::abort();
    return 1 + depth(parents[static_cast<unsigned>(at)]);
  };
  return is_node(node) ? depth(node) : -1;
}
