#include "tones.h"

#include <assert.h>

enum { kSamples = 64, kHighest = 108 };

static short wave(unsigned char note, int k) { return (short)(k * note % 256 - 128); }

static void add_note(unsigned char note, short* to) {
  assert(note <= kHighest);
  for (int k = 0; k < kSamples; ++k) *to++ = wave(note, k);
}

int tones_mix(const unsigned char* notes, size_t count, short* samples) {
  short* end = samples;
  for (size_t i = 0; i < count; ++i) {
    add_note(notes[i], end);
    end += kSamples;
  }
  return (int)(end - samples);
}
