#pragma once

#include <string>

/// What an account refuses to do. Like many a library's, no std::exception.
class Refused {
 public:
  explicit Refused(const std::string& text) : text_(text) {}
  virtual ~Refused();
  const std::string& GetMsg() const { return text_; }

 private:
  std::string text_;
};

/// Takes `amount` from what is there; throws Refused.
int withdraw(int balance, int amount);
