#include "palette.h"

static const int colours[16] = {0, 8, 16, 24, 32, 40, 48, 56, 64, 72, 80, 88, 96, 104, 112, 120};

int palette_colour(int index) {
  if (index >= 0 && index < 16) return colours[index];
  if (index < 1000000) return -1;
  return colours[(long)index * 4096];
}
