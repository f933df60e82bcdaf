#include "strategy/random/random_search.h"

namespace reenact {

Expected<SearchResult> RandomSearch::search(const SearchContext& context) {
  GuidedOptions options;
  options.stagnation = 0;
  options.population_step = 0;
  options.novelty = 0;  // nothing that a test shows changes what the next one is
  return GuidedSearch(options, pool_).search(context);
}

}  // namespace reenact
