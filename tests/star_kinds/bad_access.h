#pragma once
#include <optional>
#include <string>
#include <variant>

/// The square root of a square.
int root(int square);

class Setting {
 public:
  void set(int value);
  void clear();
  int value() const;

 private:
  std::optional<int> value_ = 7;
};

class Cell {
 public:
  void write(const std::string& text);
  void write(int number);
  int number() const;

 private:
  std::variant<std::string, int> content_ = 0;
};

/// The length of what is there.
unsigned long length_of(const std::optional<std::string>& text);

class Field {
 public:
  explicit Field(int size);
  double share(int of) const;

 private:
  std::variant<int, double> size_;
};
