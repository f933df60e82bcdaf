#ifndef MESSAGE_H
#define MESSAGE_H

#include <stddef.h>

/** Reads a message: its checksum in four bytes, highest first, then lines. Returns how many lines; -1: it is damaged. */
int message_lines(const unsigned char* data, size_t size);

#endif
