#pragma once

/// A rocket's checklist, and the code that launches it.
class Rocket {
 public:
  void open_valves();
  void fuel();
  void seal();
  void align();
  void arm();
  void charge();
  void count_down();
  /// Does nothing before the whole checklist was gone through, in its order.
  void launch(unsigned code);

 private:
  void step_to(int step);
  int step_ = 0;
};
