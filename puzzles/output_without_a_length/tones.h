#ifndef TONES_H
#define TONES_H

#include <stddef.h>

/** Mixes the tones of some notes, 64 samples for each. Returns how many samples that are. */
int tones_mix(const unsigned char* notes, size_t count, short* samples);

#endif
