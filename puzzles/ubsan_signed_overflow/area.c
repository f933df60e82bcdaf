#include "area.h"

int area_of(int width, int height) {
  if (width < 0 || height < 0 || width > 90000 || height > 90000) return -1;
  return width * height;
}
