#pragma once

/// Mixes in one of two ways, which `hot` chooses.
class Mixer {
 public:
  Mixer();
  void hot(bool is_hot);
  int mix(int speed) const;

 private:
  int gently(int speed) const;
  int wildly(int speed) const;

  int (Mixer::*way_)(int) const;
};
