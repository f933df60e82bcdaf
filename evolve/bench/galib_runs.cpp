// Without it, GAlib's real numbers have no random values: the template's specialisation is compiled in here.
#define INSTANTIATE_REAL_GENOME
#include <ga/GA1DBinStrGenome.h>
#include <ga/GARealGenome.h>
#include <ga/GASimpleGA.h>
#include <ga/std_stream.h>

#include "runs.h"

namespace bench {
namespace {

float onemax_of(GAGenome& genome) {
  auto& bits = dynamic_cast<GA1DBinaryStringGenome&>(genome);
  struct View {
    GA1DBinaryStringGenome& bits;
    int operator[](std::size_t i) const { return bits.gene(static_cast<unsigned>(i)); }
  };
  return static_cast<float>(onemax(View{bits}));
}

float rastrigin_of(GAGenome& genome) {
  auto& reals = dynamic_cast<GARealGenome&>(genome);
  struct View {
    GARealGenome& reals;
    double operator[](std::size_t i) const { return reals.gene(static_cast<unsigned>(i)); }
  };
  return static_cast<float>(rastrigin(View{reals}));
}

Run evolved(GAGenome& genome, bool minimise, double mutation, std::size_t generations, unsigned seed) {
  GASimpleGA ga(genome);
  ga.populationSize(kPopulation);
  ga.nGenerations(static_cast<unsigned>(generations));
  ga.pCrossover(static_cast<float>(kCrossover));
  ga.pMutation(static_cast<float>(mutation));
  ga.selector(GATournamentSelector());
  ga.scaling(GANoScaling());
  ga.elitist(gaTrue);
  if (minimise) ga.minimize();
  // By default it also measures the diversity of each generation, which is no part of the search.
  ga.recordDiversity(gaFalse);
  ga.scoreFrequency(0);
  ga.flushFrequency(0);
  ga.evolve(seed);
  return {static_cast<std::size_t>(ga.statistics().indEvals()), ga.statistics().bestIndividual().score()};
}

}  // namespace

Run galib_onemax(std::size_t generations, unsigned seed) {
  GA1DBinaryStringGenome genome(kBits, onemax_of);
  genome.crossover(GA1DBinaryStringGenome::OnePointCrossover);
  return evolved(genome, false, 1.0 / kBits, generations, seed);
}

Run galib_rastrigin(std::size_t generations, unsigned seed) {
  GARealAlleleSet bounds(-5.12f, 5.12f);
  GARealGenome genome(kVariables, bounds, rastrigin_of);
  genome.crossover(GARealGenome::OnePointCrossover);
  genome.mutator(GARealUniformMutator);
  return evolved(genome, true, 1.0 / kVariables, generations, seed);
}

}  // namespace bench
