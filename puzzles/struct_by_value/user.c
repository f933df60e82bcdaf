#include "colour.h"

int main(void) {
  struct colour first = {200, 0, 0, 1.5f}, second = {0, 0, 17, 0};
  return colour_mix(first, second).green;
}
