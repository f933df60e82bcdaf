#pragma once

#include <exception>
#include <string>

namespace tiny {

class SyntaxError : public std::exception {
 public:
  explicit SyntaxError(int column) : column_(column) {}
  const char* what() const noexcept override { return "syntax error"; }
  int column() const { return column_; }

 private:
  int column_;
};

/// Sum of numbers such as "1+2".
int sum(const std::string& text);

}  // namespace tiny
