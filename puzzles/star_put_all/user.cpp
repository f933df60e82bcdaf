#include "ordered_map.h"

int main() {
  OrderedMap map;
  map.put(1, "ten");
  OrderedMap other;
  other.put(1, "eleven");
  other.put(2, "twelve");
  map.put_all(1, other);
}
