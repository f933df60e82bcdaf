#include <stdio.h>

#include "bitmap.h"

int main(void) {
  const char* name = "/tmp/reenact-puzzle.bmp";
  FILE* file = fopen(name, "wb");
  fwrite("BM\x90", 1, 3, file);
  fclose(file);
  int width = bitmap_load(name);
  remove(name);
  return width;
}
