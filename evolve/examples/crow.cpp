// Finds the word "crow": the first example of Genyal, the framework that this library is modelled on.
#include <evolve/evolve.h>

#include <iostream>

int main() {
  const auto letter = [](evolve::Random& random) { return static_cast<char>(random.between('a', 'z')); };
  const auto matches = [](const std::string& word) {
    int count = 0;
    for (std::size_t i = 0; i < 4; ++i) count += word[i] == "crow"[i];
    return count;
  };
  const auto words = evolve::genes<std::string>(4, letter);
  evolve::Engine engine(evolve::Plan{.generate = words, .fitness = matches, .stop = evolve::fitness_reached(4)});
  std::cout << engine.run().best().genome << '\n';
}
