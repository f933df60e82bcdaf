// One searcher per job: a worker process of its own, and what a strategy needs beside it.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "base/error.h"
#include "base/random.h"
#include "fitness/fitness.h"
#include "generate/seen_operands.h"
#include "generate/values.h"
#include "run/fork_server.h"
#include "session/portfolio.h"
#include "session/rejecting_fitness.h"

namespace reenact {

class Islands {
 public:
  /// How each island is made; all is called for each in order.
  struct Plan {
    unsigned count = 1;
    Rejections& rejections;
    /// `operands`: where the worker tells what comparisons compared.
    std::function<Expected<std::unique_ptr<ForkServer>>(SeenOperands* operands)> start;
    std::function<std::unique_ptr<Fitness>()> fitness;
    ValuePool pool;
    bool tries_operands = false;  // values that were compared are tried
  };
  /// Errors: a worker does not start.
  [[nodiscard]] static Expected<Islands> make(Plan plan);

  /// For one search: the first island draws from `random`, the others from sources of their own that are seeded by it.
  [[nodiscard]] std::vector<Island> all(Random& random) const;
  [[nodiscard]] const ValuePool& pool(std::size_t island) const { return each_[island]->pool; }
  [[nodiscard]] Executor& executor() const { return *each_.front()->executor; }
  [[nodiscard]] Fitness& fitness() const { return *each_.front()->fitness; }

 private:
  struct Each {
    SeenOperands operands;
    ValuePool pool;
    std::unique_ptr<ForkServer> executor;
    std::unique_ptr<Fitness> inner;
    std::unique_ptr<RejectingFitness> fitness;
    Random own_random{Seed()};
  };
  std::vector<std::unique_ptr<Each>> each_;
};

}  // namespace reenact
