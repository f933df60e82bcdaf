#ifndef RECORD_H
#define RECORD_H

#include <stddef.h>

/** The kind of a record of `size` bytes: a letter, the length of its text, the text, and its checksum in two bytes; -1 if it is none. */
int record_kind(const unsigned char* data, size_t size);

#endif
