#include "bad_cast.h"

Animal::~Animal() = default;
int Animal::legs() const { return 0; }
int Bird::legs() const { return 2; }
int Bird::wings() const { return 2; }
int Dog::legs() const { return 4; }
Parrot::Parrot(int words) : words_(words) {}

int wings_of(const Animal& animal) { return dynamic_cast<const Bird&>(animal).wings(); }

int words_of(const Animal& animal) {
  if (dynamic_cast<const Bird*>(&animal) == nullptr) return 0;
  return dynamic_cast<const Parrot&>(animal).words();
}

void Cage::put(Animal* animal) { animal_ = animal; }

int Cage::words() const {
  if (animal_ == nullptr) return 0;
  return dynamic_cast<Parrot&>(*animal_).words();
}

void Zoo::keep_dog() { animals_.push_back(std::make_unique<Dog>()); }

void Zoo::keep_bird() { animals_.push_back(std::make_unique<Bird>()); }

int Zoo::wings() const {
  int wings = 0;
  for (const auto& each : animals_) wings += dynamic_cast<const Bird&>(*each).wings();
  return wings;
}

int legs_of_dog(Animal& animal, int others) {
  if (others > 3) return dynamic_cast<Dog&>(animal).legs() + others;
  return others;
}
