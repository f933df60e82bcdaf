#include "sample.h"

int main() {
  const SampleClass sample(1, 11, 21, 31, 41, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
  return sample.run() == "Yes" ? 0 : 1;
}
