#ifndef PACKETS_H
#define PACKETS_H

#include <stdint.h>

/** Folds packets, each of which begins with its length, to one number. */
uint32_t packets_fold(const uint8_t* from, uint32_t k);

#endif
