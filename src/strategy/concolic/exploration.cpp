#include "strategy/concolic/exploration.h"

#include "strategy/concolic/generational_selector.h"
#include "strategy/concolic/knn_selector.h"
#include "strategy/concolic/nearest_selector.h"

namespace reenact::concolic {

std::unique_ptr<PathSelector> make_selector(std::string_view name, EdgeDistance distance,
                                            const Expressions& expressions, Random& random) {
  if (name == "generational") return std::make_unique<GenerationalSelector>();
  if (name == "knn") return std::make_unique<KnnSelector>(expressions, random);
  if (name == "fifo") return std::make_unique<FifoSelector>();
  if (name == "shortest") return shortest_first();
  return std::make_unique<NearestSelector>(std::move(distance));
}

}  // namespace reenact::concolic
