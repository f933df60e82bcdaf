#pragma once

namespace lift {

class Cabin {
 public:
  explicit Cabin(int floors) : floors_(floors) {}
  /// Goes up or down.
  void go(int by);

 private:
  int floors_;
  int floor_ = 0;
};

}  // namespace lift
