#include "gauge.h"

int main(void) {
  gauge g = gauge_new();
  return gauge_mean(&g);
}
