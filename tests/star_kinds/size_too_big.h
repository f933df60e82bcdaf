#pragma once
#include <stddef.h>

#include <string>
#include <vector>

/// The sum of `count` ones.
int ones(long count);

class Pool {
 public:
  void grow(int by);
  size_t make() const;

 private:
  int size_ = 1;
};

/// A line of `width` dashes less its two ends.
size_t line(unsigned width);

class Text {
 public:
  void indent(int by);
  std::string shown(const std::string& text) const;

 private:
  int indent_ = 0;
};

/// A matrix of rows times columns.
size_t cells(int rows, int columns);
