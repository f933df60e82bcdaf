// Case A of Beacon's paper: a reduction whose inner function extends its first list, but does not return it.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

struct AttributeError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class List;
using Value = std::shared_ptr<List>;  // null = None

class List {
 public:
  void append(int number) { numbers_.push_back(number); }
  int length() const { return static_cast<int>(numbers_.size()); }
  int sum() const;

 private:
  friend void extend(const Value& list, const Value& by);
  std::vector<int> numbers_;
};

/// `size_0` lists of `size_1` numbers each. Throws std::length_error when there would be more than 100 of either.
std::vector<Value> create_list(int size_0, int size_1);
/// All of them as one list.
Value list_reduction(const std::vector<Value>& lists);
