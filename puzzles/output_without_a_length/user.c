#include "tones.h"

int main(void) {
  static short samples[128];
  return tones_mix((const unsigned char*)"\x30\x6f", 2, samples);
}
