#include "lodepng.h"

int main() {
  unsigned char in[4] = {}, out[4] = {};
  LodePNGColorMode from = lodepng_color_mode_make(LCT_GREY, 0), to = lodepng_color_mode_make(LCT_RGBA, 8);
  lodepng_convert(out, in, &to, &from, 1, 1);
}
