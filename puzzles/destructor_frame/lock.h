#pragma once

class Lock {
 public:
  ~Lock();
  void take() { ++taken_; }
  void give() { --taken_; }

 private:
  void check() const;
  int taken_ = 0;
};
