#include "lists.h"

#include <functional>
#include <numeric>

int List::sum() const { return std::accumulate(numbers_.begin(), numbers_.end(), 0); }

void extend(const Value& list, const Value& by) {
  if (list == nullptr) throw AttributeError("'NoneType' object has no attribute 'extend'");
  if (by == nullptr) throw std::invalid_argument("'NoneType' object is not iterable");
  list->numbers_.insert(list->numbers_.end(), by->numbers_.begin(), by->numbers_.end());
}

std::vector<Value> create_list(int size_0, int size_1) {
  if (size_0 > 100 || size_1 > 100) throw std::length_error("list too long");
  std::vector<Value> lists;
  for (int i = 0; i < size_0; ++i) {
    lists.push_back(std::make_shared<List>());
    for (int k = 0; k < size_1; ++k) lists.back()->append(k);
  }
  return lists;
}

Value list_reduction(const std::vector<Value>& lists) {
  if (lists.empty()) throw std::invalid_argument("reduce() of empty sequence with no initial value");
  const auto aux = [](const Value& x, const Value& y) {
    extend(x, y);
    return Value();  // should be x
  };
  return std::accumulate(lists.begin() + 1, lists.end(), lists.front(), aux);
}
