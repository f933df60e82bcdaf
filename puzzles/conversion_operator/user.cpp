#include "ratio.h"

int main() {
  Ratio ratio(1, 0);
  return static_cast<int>(ratio);
}
