#ifndef CRC_H
#define CRC_H

#include <stddef.h>
#include <stdint.h>

/** Checksum of packets: each begins with its length, and the last may end early. */
uint32_t packets_checksum(const uint8_t* data, size_t length);

#endif
