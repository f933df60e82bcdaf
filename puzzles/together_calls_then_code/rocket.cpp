#include "rocket.h"

#include <stdexcept>

/// What comes out of its turn puts the checklist back to its start.
void Rocket::step_to(int step) {
  if (step_ == step - 1)
    step_ = step;
  else
    step_ = 0;
}

void Rocket::open_valves() { step_to(1); }
void Rocket::fuel() { step_to(2); }
void Rocket::seal() { step_to(3); }
void Rocket::align() { step_to(4); }
void Rocket::arm() { step_to(5); }
void Rocket::charge() { step_to(6); }
void Rocket::count_down() { step_to(7); }

/// The right code is none of the source's constants, and near it is not better than far from it.
static bool is_right(unsigned code) {
  const unsigned mixed = (code * 2654435761u) ^ 0x5eed1234u;
  return mixed * 2246822519u == 0x1a2b3c4du;
}

void Rocket::launch(unsigned code) {
  if (step_ < 7) return;
  if (!is_right(code)) return;
  throw std::runtime_error("no crew on board");
}
