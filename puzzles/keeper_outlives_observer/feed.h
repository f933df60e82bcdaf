#pragma once

#include <vector>

class Observer {
 public:
  Observer() = default;
  ~Observer();
  void tune(int channel);
  void left() const;

 private:
  volatile int awake_ = 1;
  int channel_ = 0;
};

/// Tells its observers when it ends.
class Feed {
 public:
  Feed() = default;
  Feed(const Feed&) = delete;
  Feed& operator=(const Feed&) = delete;
  ~Feed();
  void attach(Observer& observer);

 private:
  std::vector<Observer*> observers_;
};
