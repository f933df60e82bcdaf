#include "session/make_strategy.h"

#include <fmt/format.h>

#include "strategy/moho/moho_search.h"
#include "strategy/random/random_search.h"

namespace reenact {

Expected<std::unique_ptr<Strategy>> make_strategy(const std::string& name, const GuidedOptions& options,
                                                  const ValuePool& pool) {
  if (name == "genetic") return std::make_unique<GuidedSearch>(options, pool);
  if (name == "moho") return std::make_unique<MohoSearch>(options, pool);
  if (name == "random") return std::make_unique<RandomSearch>(pool);
  return usage_error(fmt::format("unknown strategy '{}': genetic, moho and random are there", name));
}

}  // namespace reenact
