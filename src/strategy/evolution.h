// A population that evolves turn by turn, whatever its plan (evolve::Plan) is made of.
#pragma once

#include <memory>
#include <span>
#include <utility>

#include "evolve/engine.h"

namespace reenact {

template <typename Genome>
class Evolution {
 public:
  virtual ~Evolution() = default;
  /// The initial population.
  virtual void start(evolve::Random& random) = 0;
  /// Has it stagnated, or must it stop?
  [[nodiscard]] virtual bool done() = 0;
  /// One generation. REQUIRES: started.
  virtual void step(evolve::Random& random) = 0;
  /// Genomes from elsewhere compete for places. REQUIRES: started.
  virtual void admit(std::span<const Genome* const> genomes) = 0;
};

namespace detail {

template <typename PlanOf>
class EvolutionOf final : public Evolution<typename evolve::Engine<PlanOf>::Genome> {
 public:
  using Genome = evolve::Engine<PlanOf>::Genome;

  explicit EvolutionOf(PlanOf plan) : engine_(std::move(plan)) {}
  void start(evolve::Random& random) override { engine_.start(random); }
  [[nodiscard]] bool done() override { return engine_.done(); }
  void step(evolve::Random& random) override { engine_.step(random); }
  void admit(std::span<const Genome* const> genomes) override { engine_.admit(genomes); }

 private:
  evolve::Engine<PlanOf> engine_;
};

}  // namespace detail

template <typename PlanOf>
[[nodiscard]] std::unique_ptr<Evolution<typename evolve::Engine<PlanOf>::Genome>> make_evolution(PlanOf plan) {
  return std::make_unique<detail::EvolutionOf<PlanOf>>(std::move(plan));
}

}  // namespace reenact
