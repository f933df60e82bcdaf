#include "sorted_list.h"

int main() {
  auto up_to = [](int a, int b) { return a <= b; };
  SortedList<int, decltype(up_to)> sorted(up_to);
  sorted.insert(7);
  sorted.insert(7);
  return static_cast<int>(sorted.twins());
}
