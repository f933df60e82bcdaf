#include "median.h"

int main() {
  int ages[] = {90, 7, 80, 3, 85};
  return median(ages);
}
