#include "hnswlib/hnswlib.h"

int main() {
  hnswlib::L2Space space(4);
  hnswlib::HierarchicalNSW<float> index(&space, 1);
  float point[4] = {};
  index.addPoint(point, 0);
  index.addPoint(point, 1);
}
