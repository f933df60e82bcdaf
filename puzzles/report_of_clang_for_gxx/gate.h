#pragma once
#include <string>

class Gate {
 public:
  explicit Gate(int code) : code_(code) {}
  void open(int key, const std::string& who);
  int opened() const { return opened_; }

 private:
  int code_, opened_ = 0;
};
