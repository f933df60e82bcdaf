#include "mean.h"

int mean_above(int sum, int count, int lowest) {
  if (count < 2 || count > 5000) return 0;
  return (sum & 0xffff) / (count * 2 - lowest);
}
