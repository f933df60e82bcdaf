#include "image.h"

int main(void) {
  unsigned char file[30] = {0};
  unsigned state = 12345, sum = 0;
  for (int i = 0; i < 26; ++i) {
    state = state * 1103515245u + 12345u;
    file[i] = (unsigned char)(state >> 16);
  }
  for (int i = 0; i < 28; ++i) sum = (sum * 31 + file[i]) & 0xffff;
  file[28] = (unsigned char)(sum >> 8);
  file[29] = (unsigned char)sum;
  return image_width(file, sizeof file);
}
