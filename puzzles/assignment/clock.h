#ifndef CLOCK_H
#define CLOCK_H

#include <string>

class Clock {
 public:
  Clock(int hands, const std::string& name) : hands_(hands), name_(name) {}
  Clock(const Clock& other) = default;
  Clock& operator=(const Clock& other);

 private:
  int hands_;
  std::string name_;
};

#endif
