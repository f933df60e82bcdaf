#include "program/control_dependence.h"

namespace reenact {
namespace {

using Set = std::vector<bool>;

/// post[a][b]: b post-dominates a. Iterative data flow from above: post(a) = {a} u intersection of post(successors).
/// Cubic at worst, but on functions of some hundred blocks and once per goal only.
std::vector<Set> post_dominators(const Function& function) {
  const std::size_t count = function.blocks.size();
  std::vector<Set> post(count, Set(count, true));
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t a = count; a-- > 0;) {
      Set next(count, !function.blocks[a].successors.empty());
      for (const BlockId successor : function.blocks[a].successors)
        for (std::size_t b = 0; b < count; ++b)
          if (!post[successor.index()][b]) next[b] = false;
      next[a] = true;
      if (next != post[a]) {
        post[a] = std::move(next);
        changed = true;
      }
    }
  }
  return post;
}

}  // namespace

std::vector<std::vector<Edge>> control_dependence(const Function& function) {
  const std::vector<Set> post = post_dominators(function);
  const std::size_t count = function.blocks.size();
  std::vector<std::vector<Edge>> result(count);
  for (std::size_t a = 0; a < count; ++a) {
    const auto& successors = function.blocks[a].successors;
    if (successors.size() < 2) continue;
    for (std::size_t k = 0; k < successors.size(); ++k)
      for (std::size_t b = 0; b < count; ++b)
        if (post[successors[k].index()][b] && (b == a || !post[a][b]))
          result[b].push_back({BlockId(a), static_cast<std::uint32_t>(k)});
  }
  return result;
}

}  // namespace reenact
