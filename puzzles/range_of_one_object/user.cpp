#include "series.h"

int main() {
  Series series;
  series.add(1, 2.0);
  series.add(-1, 3.0);
  return mean(series.begin(), series.end()) > 3;
}
