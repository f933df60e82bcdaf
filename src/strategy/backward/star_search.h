// STAR in `reproduce` (docs/methods/star.md): preconditions of the trace's frames, and tests composed of them. Nothing is searched for: a
// test is run only to see whether it is right.
#pragma once

#include <functional>
#include <memory>

#include "base/clock.h"
#include "bitcode/bitcode.h"
#include "program/call_graph.h"
#include "strategy/backward/explanation.h"
#include "strategy/backward/options.h"
#include "strategy/strategy.h"
#include "strategy/test_pace.h"

namespace reenact {

/// What a STAR search needs beside the others' context.
struct StarParts {
  /// Is it time to begin? Asked at each turn until it is. Null: it always is.
  std::function<bool()> is_due;
  /// Opens the subject's bitcode, built if need be; asked for once.
  std::function<Expected<Bitcode>()> open;
  const CallGraph* graph = nullptr;
  const Clock* clock = nullptr;
  TestPace* pace = nullptr;  // null: turns are not measured by time, so that the same seed gives the same ones
  /// Told what is known at the end of each turn that has found out more; several searches may tell it at once.
  std::function<void(Explanation)> explained;
  bool ends_if_impossible =
      true;  // what is proven impossible ends the search (Turn::End::kImpossible), or else only this strategy's
};

/// Tells the exchange each frame's preconditions, and the constants of their models as values worth trying.
class StarSearch final : public Strategy {
 public:
  /// REQUIRES: `open`, `graph` and `clock` of `parts`; these and `pace` outlive it.
  StarSearch(const BackwardOptions& options, const SearchContext& context, StarParts parts);
  ~StarSearch() override;
  [[nodiscard]] Turn advance(const Slice& slice, Exchange& exchange) override;
  [[nodiscard]] SearchResult take_result() override;

 private:
  class Search;
  std::unique_ptr<Search> search_;
};

}  // namespace reenact
