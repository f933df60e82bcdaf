#ifndef PACKET_H
#define PACKET_H

#include <stddef.h>

/** Number of the channel that a packet is for; -1 if it is damaged. Its last four bytes are the sum of those before. */
int packet_channel(const unsigned char* data, size_t size);

#endif
