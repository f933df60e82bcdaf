#include "bitmap.h"

#include <assert.h>
#include <stdio.h>

int bitmap_load(const char* file_name) {
  unsigned char head[3] = {0, 0, 0};
  FILE* file = file_name ? fopen(file_name, "rb") : NULL;
  if (!file) return -1;
  size_t count = fread(head, 1, sizeof head, file);
  fclose(file);
  if (count != sizeof head || head[0] != 'B' || head[1] != 'M') return -1;
  assert(head[2] < 128);
  return head[2];
}
