#pragma once

#include <string>

class Value {
 public:
  void set(int number);
  void set(double number);
  void set(const std::string& text);
  void set(const char* text, int length);

 private:
  std::string text_;
};
