#include "scales.h"

struct ByThing {
  template <class Pan>
  int operator()(const Pan& pan) const {
    return pan.thing;
  }
};

int main() {
  Scales<int, ByThing> scales;
  scales.put(0);
  return scales.last_share();
}
